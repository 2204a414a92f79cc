"""Replays: stored records, the pool of worker processes that read them, and how a match ended."""
