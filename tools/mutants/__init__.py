"""`make mutants`: breaks the rules on purpose, one small change at a time, and counts what the tests notice.

Of our own and small, because what there is does not fit: mutmut (from version 3 on) changes nothing outside
functions, and the rules on shape are class bodies; cosmic-ray starts a test run afresh for every change, a second
and more each. Here the tests are collected once, and a change costs a fork and the tests up to the first that fails.
"""
