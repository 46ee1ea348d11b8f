"""A proposal for a board's layout from latitude and longitude. Needs numpy (the extra `layout`).

Cities keep their directions to one another, but come apart until every route has room for its
train spaces at one common size. Everything is moved at once, downhill: see `demands`.
"""

from companion.authoring.proposal import draft

__all__ = ["draft"]
