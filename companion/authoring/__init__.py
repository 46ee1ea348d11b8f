"""For whoever makes a board: what is wrong with its file, and a proposal for its picture.

Only the command line loads this. The proposal needs numpy (the extra `layout`): cities keep their
directions to one another, but come apart until every route has room for its train spaces at one common size.
Everything is moved at once, downhill: see `demands`.
"""
