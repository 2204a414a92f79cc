"""Classes over HTTP: pupils, plans, rounds, questions, best moments and reports."""
