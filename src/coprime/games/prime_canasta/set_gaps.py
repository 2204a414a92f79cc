"""How many cards sets lack, and what a card is worth to them: loops of plans for hands, compiled in series."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules


def count_missing_cards(needs, counts, lacks):
    """Write to `lacks` how many cards each set lacks beside some cards.

    needs   int8: by set and kind, how many cards it takes
    counts  by kind: the cards that are there
    """
    for i in range(needs.shape[0]):
        missing = 0
        for kind in range(needs.shape[1]):
            if needs[i, kind] > counts[kind]:
                missing += needs[i, kind] - counts[kind]
        lacks[i] = missing


def best_share_of_kind(needs, values, places, counts, kind):
    """Return what one more card of a kind is worth: the best value of a set that takes it, less what that set lacks.

    values  of the sets
    places  of those sets that have the kind
    """
    best = 0.0
    for place in places:
        if needs[place, kind] > counts[kind]:
            missing = -1
            for other in range(needs.shape[1]):
                if needs[place, other] > counts[other]:
                    missing += needs[place, other] - counts[other]
            best = max(best, values[place] / (1.0 + missing) ** 3)
    return best


def rate_kinds(needs, values, counts, useful):
    """Write how useful a card of each kind is among some cards (see `hand_plans.kind_usefulness`)."""
    useful[:] = 0.0
    for place in range(needs.shape[0]):
        missing = 0
        for kind in range(needs.shape[1]):
            if needs[place, kind] > counts[kind]:
                missing += needs[place, kind] - counts[kind]
        worth = values[place] / (1.0 + missing) ** 3
        for kind in range(needs.shape[1]):
            if needs[place, kind]:
                useful[kind] = max(useful[kind], worth)


compile_rules(globals())
