"""A page on which a phone tests whether it reaches this server, and names what is in the way."""
