"""Answers worked out in processes of their own, which can be stopped.

`jobs*` and `desk` run in the worker, `pool` in the server; `frames` is what they exchange.
"""
