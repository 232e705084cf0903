"""``python -m toolwatch``."""

from toolwatch.cli.main import main

if __name__ == "__main__":
    main()
