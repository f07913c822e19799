"""The routes, a file for each kind of thing. They know HTTP and the office, nothing more."""
