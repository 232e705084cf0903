"""One file per format in which agents write down what they did."""
