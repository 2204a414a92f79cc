"""What `tools/mutate.py` is made of: small changes of sources, the tests that should notice each, and their running."""
