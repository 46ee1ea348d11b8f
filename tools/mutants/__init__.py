"""`make mutants`: breaks the rules on purpose, one small change at a time, and counts what the tests notice.

It is our own since the existing tools don't fit: mutmut (from version 3 on) changes nothing outside functions, but
many of our rules are in class bodies; cosmic-ray starts a new test run for every change, which takes a second and
more. Here the tests are collected once, and a change costs a fork and the tests up to the first that fails.
"""
