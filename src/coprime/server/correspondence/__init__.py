"""Tables over days: the times of moves while nobody looks, lists of whose turn it is."""
