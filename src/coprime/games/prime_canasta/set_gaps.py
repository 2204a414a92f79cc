"""How many cards sets lack, and what a card is worth to them: loops of plans for hands, compiled in series."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules


def count_missing_cards(needs, counts, lacks):
    """Write to `lacks` how many cards each set lacks beside some cards.

    needs   int8: by set and kind, how many cards it takes
    counts  by kind: the cards that are there
    """
    for place in range(needs.shape[0]):
        lacks[place] = count_missing(needs[place], counts)


def count_missing(need, counts):
    """Return how many cards one set lacks beside some cards."""
    missing = 0
    for kind in range(len(need)):
        if need[kind] > counts[kind]:
            missing += need[kind] - counts[kind]
    return missing


def best_share_of_kind(needs, values, places, counts, kind):
    """Return what one more card of a kind is worth: the best value of a set that takes it, less what that set lacks.

    values  of the sets
    places  of those sets that have the kind
    """
    best = 0.0
    for place in places:
        if needs[place, kind] > counts[kind]:
            left = count_missing(needs[place], counts) - 1
            best = max(best, values[place] / (1.0 + left) ** 3)
    return best


def rate_kinds(needs, values, counts, useful):
    """Write how useful a card of each kind is among some cards (see `hand_plans.kind_usefulness`)."""
    useful[:] = 0.0
    for place in range(needs.shape[0]):
        worth = values[place] / (1.0 + count_missing(needs[place], counts)) ** 3
        for kind in range(needs.shape[1]):
            if needs[place, kind]:
                useful[kind] = max(useful[kind], worth)


compile_rules(globals())
