"""Tools for making boards: checks of a board file, and a proposal for its picture.

Only the command line loads this. The proposal needs numpy (the extra `layout`): cities keep their directions to one
another, but move apart until every route has room for its train spaces. Everything is moved at once by gradient
descent on a cost function: see `demands`.
"""
