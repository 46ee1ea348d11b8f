"""A package a page: `routes.py` answers requests, `view.py` makes what the template shows, without HTTP."""
