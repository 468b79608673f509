"""The packs of the table games, shuffled and dealt as `ginrummy.table.round` specifies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..cards import shown
from ..decks import engine
from ..errors import InvalidDeck
from .cards import KALOOKI_PACK, TableCard, TableCardLike
from .state import State, TablePhase

__all__ = ["checked_pack", "dealt", "shuffled"]


def shuffled(cards: Iterable[int], key: bytes, nonce: int) -> list[int]:
    """The cards in the order of a ChaCha stream, as `ginrummy.decks` specifies it."""
    random = engine().Random(key, nonce)
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = random.below(last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def checked_pack(deck: Sequence[TableCardLike] | str, pack: int) -> list[int]:
    """The physical cards of a deck: of two alike the first is of the first pack."""
    if isinstance(deck, bytes) or not isinstance(deck, Iterable):
        raise InvalidDeck(f"{shown(deck)} is a {type(deck).__name__}; {pack} cards are expected")
    found: list[int] = []
    seen: Counter[int] = Counter()
    for one in deck.split() if isinstance(deck, str) else deck:
        card = TableCard(one)
        if card.is_joker:
            copies, physical = (4 if pack == KALOOKI_PACK else 0), 104 + seen[card.face]
        else:
            copies, physical = pack // 52, card.face + 52 * seen[card.face]
        seen[card.face] += 1
        if seen[card.face] > copies:
            raise InvalidDeck(f"{card} stands {seen[card.face]} times in the deck: {copies} do")
        found.append(physical)
    if len(found) != pack:
        raise InvalidDeck(f"the deck has {len(found)} cards; {pack} are needed")
    return found


def dealt(deck: tuple[int, ...], players: int, dealer: int, each: int, *, down: bool) -> State:
    """The state before the first move; ``down`` where no opening is needed."""
    cards = players * each
    first = (dealer + 1) % players
    hands = [tuple(sorted(deck[at:cards:players])) for at in range(players)]
    return State(
        hands=tuple(hands[(seat - first) % players] for seat in range(players)),
        stock=deck[cards + 1 :],
        pile=deck[cards : cards + 1],
        table=(),
        down=(down,) * players,
        turn=first,
        phase=TablePhase.DRAW,
    )
