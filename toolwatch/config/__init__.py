"""The configuration file becomes settings: one file per section."""
