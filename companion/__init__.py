"""Trackside: a companion for tables that play the board game Ticket to Ride."""

__version__ = "0.1.0"
