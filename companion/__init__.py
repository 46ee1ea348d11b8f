"""Trackside: a companion for tables that play the board game Ticket to Ride."""

__version__ = "1.0.0"
