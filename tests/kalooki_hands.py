"""Random hands and tables of Kalooki for tests of its solver."""

from ginrummy.table import KalookiRules, TableHand
from ginrummy.table.solver import Goal, OnTable, hand_melds

JOKER = 52


def some_rules(rng):
    return KalookiRules(
        initial=rng.choice((0, 10, 16, 20, 25, 30, 40, 51)),
        run_max=rng.choice((13, 13, 14)),
        ace_low_value=rng.choice((11, 11, 1)),
        min_naturals=rng.choice((1, 1, 1, 2)),
        max_jokers_per_meld=rng.choice((None, None, 1, 2)),
        set_joker_claim=rng.choice(("opponents", "any")),
        single_suit_release=rng.random() < 0.3,
        keep_in_hand=rng.random() < 0.25,
        move_joker=rng.random() < 0.75,
        build_credit=rng.choice(("builder", "builder", "owner")),
        joker_value=rng.choice((25, 25, 0, 3)),
    )


def close_cards(rng):
    """The naturals of two packs in a few neighbouring ranks and some suits, shuffled."""
    low, width = rng.randrange(13), rng.choice((4, 5, 6, 8))
    suits = rng.sample(range(4), rng.choice((1, 2, 2, 3, 4)))
    cards = [13 * suit + (low + i) % 13 for suit in suits for i in range(width)] * 2
    rng.shuffle(cards)
    return cards


def some_table(rng, cards, jokers, rules):
    """Up to three melds of some of the cards, which are taken out, and of these jokers."""
    table = []
    wanted = rng.choice((0, 1, 1, 2, 2, 3))
    for _ in range(6 * wanted):
        used, size = rng.choice((0, 1, 1, 2)), rng.choice((3, 3, 4, 5))
        if len(table) == wanted or used > jokers or len(cards) < size - used:
            continue
        picked = rng.sample(cards, size - used)
        found = [
            meld
            for meld in hand_melds(TableHand(picked + [JOKER] * used), rules)
            if len(meld) == size
        ]
        if not found:
            continue
        meld = rng.choice(found)
        for card in picked:
            cards.remove(card)
        jokers -= used
        may_close = rules.single_suit_release and meld.kind == "set" and meld.jokers == 1
        closed = may_close and len(meld) == 3 and rng.random() < 0.3
        table.append(OnTable(meld, rng.random() < 0.4, closed, rng.random() < 0.2))
    return table


def some_turn(rng, sizes):
    """The arguments of a call of `best_turn`."""
    rules = some_rules(rng)
    cards = close_cards(rng)
    jokers = rng.choice((0, 0, 1, 1, 2))
    table = some_table(rng, cards, 4 - jokers, rules)
    hand = TableHand(cards[: max(0, rng.choice(sizes) - jokers)] + [JOKER] * jokers)
    options = {
        "goal": rng.choice(tuple(Goal)),
        "keep_one": rng.random() < 0.2,
        "down": rng.random() < 0.5,
    }
    if not options["down"]:
        table = [one._replace(built=False) for one in table]
    elif jokers and rng.random() < 0.2:
        options["owed"] = 1
    if len(hand) and rng.random() < 0.3:
        options |= {"taken": rng.choice(list(hand)), "must_use": rng.random() < 0.5}
        if options["taken"].is_joker and jokers == 1:
            options.pop("owed", None)  # a freed joker is not the one taken
    return hand, table, rules, options


def dealt(rng, size, jokers):
    """Cards dealt at random from two packs, and jokers."""
    pack = list(range(52)) * 2
    rng.shuffle(pack)
    return TableHand(pack[: size - jokers] + [JOKER] * jokers)
