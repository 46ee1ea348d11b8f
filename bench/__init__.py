"""Measurements, run by `make bench`; nothing here is part of the product."""
