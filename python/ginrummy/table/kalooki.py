"""Kalooki 51 (section C51): what may lie on the table, and how a hand is scored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NoReturn

from ..cards import Card
from ..errors import IllegalMove
from ..values import MeldKind, Outcome
from .cards import JOKER, TableCard, TableHand, face_of
from .choices import JokerClaim, PileDraw, Restock
from .game import TableGame
from .melds import Slot, TableMeld, make_meld, meld_value, place_card, too_many_jokers
from .moves import Build, Claim, End, Lay, MoveJoker, TableMove, Take
from .results import TableResult
from .rules import KalookiRules
from .scoring import settle_kalooki
from .search import hand_melds, openings
from .solver import MOST_CARDS, OnTable, best_turn
from .state import Laid, State, TablePhase, slot_moved, slot_replaced, slots_added

__all__ = ["Kalooki"]

_JOKER: Final = JOKER.face
_ENDS: Final[tuple[End, End]] = ("low", "high")


class Kalooki(TableGame[KalookiRules]):
    """The course of Kalooki 51."""

    restocks = True
    most_taken = 1
    cannot_finish = (
        "the turn could not end then: a freed joker must be played (k8), a card taken before "
        "the opening be used (k11), a moved joker be built on (k9), and a card other than the "
        "one just taken be left to throw (a7)"
    )

    def lays(self, state: State) -> Iterator[Lay]:
        """Every opening, or every meld of a player who is down."""
        hand = map(face_of, state.hand)
        if not state.down[state.turn]:
            yield from map(Lay, openings(hand, self.rules))
            return
        for meld in hand_melds(hand, self.rules):
            yield Lay((meld,))

    def plays(self, state: State) -> Iterator[Build | Claim | MoveJoker]:
        """What a player who is down may do with each meld."""
        if not state.down[state.turn]:
            return
        held = dict.fromkeys(map(face_of, state.hand))
        for on, laid in enumerate(state.table):
            for slot in self._ends(laid):
                if slot.face.face in held:
                    yield Build(slot, on)
            yield from self._claims(laid, on, held)
            if laid.meld.kind is MeldKind.RUN:
                for to in _ENDS:
                    yield MoveJoker(on, to)

    def _ends(self, laid: Laid) -> Iterator[Slot]:
        """The cards and jokers that a meld takes."""
        meld = laid.meld
        if meld.kind is MeldKind.SET:
            if not laid.closed and len(meld) < 4:
                yield from map(Slot, meld.missing)
                yield Slot(None, True)
        elif len(meld) < self.rules.run_max:
            # An ace may fit both ends, and is one card still.
            for card in dict.fromkeys(place_card(meld.suit, at) for at in _open_places(meld)):
                yield Slot(card)
                yield Slot(card, True)

    def _claims(self, laid: Laid, on: int, held: dict[int, None]) -> Iterator[Claim]:
        meld = laid.meld
        if not meld.jokers:
            return
        if meld.kind is MeldKind.RUN:
            stood = {slot.card for slot in meld if slot.joker and slot.card is not None}
            for card in sorted(stood):
                if card.index in held:
                    yield Claim.of(card, on)
            return
        cards = [card for card in meld.missing if card.index in held]
        for chosen in range(1, 1 << len(cards)):
            yield Claim.of([c for at, c in enumerate(cards) if chosen >> at & 1], on)

    def named(self, state: State, move: TableMove) -> TableMove:
        """A joker that is built on a run gets the card that it stands for (k3)."""
        if not isinstance(move, Build) or move.on >= len(state.table):
            return move
        meld = state.table[move.on].meld
        slot = move.slot
        if meld.kind is MeldKind.SET:
            fits = slot.joker and (slot.card is None or slot.card in meld.missing)
            return Build(Slot(None, True), move.on) if fits else move
        if not slot.joker or slot.card is not None:
            return move
        places = _open_places(meld) if len(meld) < self.rules.run_max else []
        cards = dict.fromkeys(place_card(meld.suit, place) for place in places)
        if len(cards) > 1:
            low, high = cards
            raise IllegalMove(
                f"'{move}': the joker may stand for {low} or {high}; state its card, as "
                f"JK={high} (k3)"
            )
        return Build(Slot(next(iter(cards)), True), move.on) if cards else move

    def can_finish(self, state: State) -> bool:
        """Every duty of the turn can be met, and a card be thrown unless none is left."""
        if state.phase is not TablePhase.TABLE:
            return True
        if state.must_build >= 0:
            moves = self._builds(state, state.must_build, None)
            return self._some(state, moves) or self._some(state, self._joker_moves(state))
        if state.owed:
            moves = self._joker_plays(state)
        elif state.duty >= 0:
            moves = self._plays_of(state, face_of(state.duty))
        elif state.throwable():
            return True
        else:
            moves = self._plays_of(state, face_of(state.hand[0]))
        # One move mostly does it; where it takes several, the solver finds them.
        if self._some(state, moves):
            return True
        if not self._solvable(state):
            return False
        # The solver may want to move a joker back: then another move must come before that.
        return not state.moved or self._some(state, self._at_table(state))

    def _solvable(self, state: State) -> bool:
        if len(state.hand) > MOST_CARDS:
            return False
        table = [
            OnTable(laid.meld, laid.owner == state.turn, laid.closed, on in state.built_now)
            for on, laid in enumerate(state.table)
        ]
        taken = state.duty if state.duty >= 0 else state.barred
        plan = best_turn(
            TableHand(map(face_of, state.hand)),
            table,
            self.rules,
            down=state.down[state.turn],
            taken=TableCard(face_of(taken)) if taken in state.hand else None,
            must_use=state.duty >= 0,
            owed=state.owed,
        )
        return plan is not None

    def _some(self, state: State, moves: Iterator[TableMove]) -> bool:
        return any(self.is_legal(state, move) for move in moves)

    def _at_table(self, state: State) -> Iterator[TableMove]:
        yield from self.plays(state)
        yield from self.lays(state)

    def _joker_moves(self, state: State) -> Iterator[TableMove]:
        yield from (MoveJoker(state.must_build, to) for to in _ENDS)

    def _builds(self, state: State, on: int, face: int | None) -> Iterator[TableMove]:
        held = set(map(face_of, state.hand)) if face is None else {face}
        for slot in self._ends(state.table[on]):
            if slot.face.face in held:
                yield Build(slot, on)

    def _joker_plays(self, state: State) -> Iterator[TableMove]:
        for on in range(len(state.table)):
            yield from self._builds(state, on, _JOKER)
        for meld in hand_melds(map(face_of, state.hand), self.rules, using=_JOKER):
            yield Lay((meld,))

    def _plays_of(self, state: State, face: int) -> Iterator[TableMove]:
        """The moves that bring a card in hand to the table, or an opening before that."""
        hand = list(map(face_of, state.hand))
        if not state.down[state.turn]:
            yield from map(Lay, openings(hand, self.rules, using=face))
            if any(self._takes(laid, face) for laid in state.table):
                yield from map(Lay, openings(hand, self.rules))
            return
        for on, laid in enumerate(state.table):
            yield from self._builds(state, on, face)
            for move in self._claims(laid, on, dict.fromkeys(hand)):
                if TableCard(face) in move.cards:
                    yield move
        for meld in hand_melds(hand, self.rules, using=face):
            yield Lay((meld,))

    def _takes(self, laid: Laid, face: int) -> bool:
        if any(slot.face.face == face for slot in self._ends(laid)):
            return True
        return any(slot.joker and slot.card == TableCard(face).card for slot in laid.meld)

    def lay(self, state: State, move: Lay) -> State:
        """Open with melds that total enough (k2), or lay one more."""
        after = super().lay(state, move)
        if state.down[state.turn]:
            if len(move.melds) > 1:
                raise IllegalMove(
                    f"'{move}': several melds at once are for the opening; now one by one (k2)"
                )
            return after
        total = sum(meld_value(meld, self.rules) for meld in move.melds)
        if total < self.rules.initial:
            raise IllegalMove(
                f"'{move}': the melds total {total}; {self.rules.initial} are needed to open (k2)"
            )
        down = tuple(now or seat == state.turn for seat, now in enumerate(state.down))
        return after._replace(down=down, opened=True)

    def _check_down(self, state: State, move: TableMove, rule: str) -> None:
        if not state.down[state.turn]:
            raise IllegalMove(
                f"'{move}': first comes an opening of {self.rules.initial} or more ({rule}, k2)"
            )

    def build(self, state: State, move: Build) -> State:
        """Add a card or a joker to any meld (k10)."""
        self._check_down(state, move, "k10")
        laid, slot = state.table[move.on], move.slot
        meld, face = laid.meld, slot.face
        after, (card,) = state.play_cards([face.face], f"'{move}'")
        if meld.kind is MeldKind.SET:
            at = self._place_in_set(laid, slot, move)
        else:
            at = self._place_in_run(meld, slot, move)
        grown = slots_added(laid, at, slot, card, state.turn)
        if slot.joker and (why := too_many_jokers(grown.meld, self.rules)):
            raise IllegalMove(why)
        return after.with_meld(move.on, grown)

    def _place_in_set(self, laid: Laid, slot: Slot, move: Build) -> int:
        meld = laid.meld
        if laid.is_full_set or laid.closed:
            raise IllegalMove(f"'{move}': the set '{meld}' is closed (k7)")
        if slot.joker:
            if slot.card is not None:
                raise IllegalMove(f"'{move}': {slot.card} is not missing in '{meld}' (k4)")
            return len(meld)
        assert slot.card is not None
        if slot.card not in meld.missing:
            there = slot.card.rank == meld.rank
            why = "has that suit already" if there else f"takes no {slot.card}"
            raise IllegalMove(f"'{move}': the set '{meld}' {why} (k4)")
        return sum(one < slot.card for one in meld.naturals)

    def _place_in_run(self, meld: TableMeld, slot: Slot, move: Build) -> int:
        card = slot.card
        if card is None:
            raise IllegalMove(f"'{move}': no joker fits '{meld}' any more (k4)")
        if len(meld) >= self.rules.run_max:
            raise IllegalMove(f"'{move}': a run has at most {self.rules.run_max} cards (k4)")
        # An ace that fits both ends goes high, where it is never worth less (k3, k5).
        for place in reversed(_open_places(meld)):
            if place_card(meld.suit, place) == card:
                return len(meld) if place > meld.low else 0
        if any(one.joker and one.card == card for one in meld):
            raise IllegalMove(f"'{move}': a joker stands for {card} in '{meld}': claim it (k8)")
        raise IllegalMove(f"'{move}': {card} fits no end of the run '{meld}' (k4)")

    def claim(self, state: State, move: Claim) -> State:
        """Free jokers of a meld with the cards they stand for (k7, k8)."""
        laid = state.table[move.on]
        meld = laid.meld
        self._check_down(state, move, "k8" if meld.kind is MeldKind.RUN else "k7")
        if not meld.jokers:
            raise IllegalMove(f"'{move}': there is no joker in '{meld}' (k8)")
        if JOKER in move.cards or not move.cards:
            raise IllegalMove(f"'{move}': a joker is claimed with the cards it stands for (k8)")
        after, played = state.play_cards(move.cards.faces, f"'{move}'")
        cards = [Card(face) for face in move.cards.faces]
        if meld.kind is MeldKind.RUN:
            laid, freed = self._claim_of_run(laid, move, cards, played, state.turn)
        else:
            laid, freed = self._claim_of_set(laid, move, cards, played, state.turn)
        owed = state.owed if self.rules.keep_in_hand else state.owed + len(freed)
        after = after.with_hand((*after.hand, *freed))
        return after.with_meld(move.on, laid)._replace(owed=owed)

    def _claim_of_run(
        self, laid: Laid, move: Claim, cards: list[Card], played: list[int], seat: int
    ) -> tuple[Laid, list[int]]:
        if len(cards) > 1:
            raise IllegalMove(f"'{move}': a run's jokers are claimed one by one (k8)")
        (card,) = cards
        places = [at for at, slot in enumerate(laid.meld) if slot.joker and slot.card == card]
        if not places:
            raise IllegalMove(f"'{move}': no joker stands for {card} in '{laid.meld}' (k8)")
        at = places[-1]
        return slot_replaced(laid, at, Slot(card), played[0], seat), [laid.ids[at]]

    def _claim_of_set(
        self, laid: Laid, move: Claim, cards: list[Card], played: list[int], seat: int
    ) -> tuple[Laid, list[int]]:
        meld = laid.meld
        if self.rules.set_joker_claim is JokerClaim.OPPONENTS and laid.owner == seat:
            raise IllegalMove(
                f"'{move}': the owner of a set does not claim its joker "
                "(k7, set_joker_claim='opponents')"
            )
        if laid.is_full_set or laid.closed:
            raise IllegalMove(f"'{move}': the set '{meld}' is closed, its joker frozen (k7)")
        for card in cards:
            if card not in meld.missing:
                raise IllegalMove(f"'{move}': {card} is not missing in '{meld}' (k7)")
        if len(set(cards)) < len(cards):
            raise IllegalMove(f"'{move}': each missing suit is played once (k7)")
        single = len(cards) == 1 and self.rules.single_suit_release and meld.jokers == 2
        if len(cards) == 1 and not single:
            raise IllegalMove(
                f"'{move}': one missing suit frees no joker: it takes two and more at once (k7)"
            )
        freed = []
        for _ in range(1 if single else len(cards) - 1):
            at = len(laid.meld) - 1  # the jokers of a set lie last
            freed.append(laid.ids[at])
            meld = make_meld(meld.kind, laid.meld.slots[:at])
            laid = laid._replace(meld=meld, ids=laid.ids[:at], by=laid.by[:at])
        for card, physical in zip(cards, played, strict=True):
            at = sum(one < card for one in laid.meld.naturals)
            laid = slots_added(laid, at, Slot(card), physical, seat)
        return laid._replace(closed=single), freed

    def move_joker(self, state: State, move: MoveJoker) -> State:
        """Move a joker to the other end of its run, to build there (k9)."""
        self._check_down(state, move, "k9")
        if not self.rules.move_joker:
            raise IllegalMove(f"'{move}': jokers are not moved (k9, move_joker=False)")
        laid = state.table[move.on]
        meld = laid.meld
        if meld.kind is not MeldKind.RUN:
            raise IllegalMove(f"'{move}': only a run has ends: '{meld}' is a set (k9)")
        last = len(meld) - 1
        at, to, place = (0, last, meld.high + 1) if move.to == "high" else (last, 0, meld.low - 1)
        if not meld.slots[at].joker:
            raise IllegalMove(f"'{move}': there is no joker at the other end of '{meld}' (k9)")
        if not 1 <= place <= 14:
            raise IllegalMove(f"'{move}': the run '{meld}' ends there (k9)")
        after = slot_moved(laid, at, to, Slot(place_card(meld.suit, place), True))
        moved = (*state.moved, (move.on, meld))
        if (move.on, after.meld) in moved:
            raise IllegalMove(
                f"'{move}': so the run lay already, and jokers alone have moved since (k9)"
            )
        build = -1 if move.on in state.built_now else move.on
        return state.with_meld(move.on, after)._replace(must_build=build, moved=moved)

    def went_out(self, state: State) -> Outcome:
        """Out, or Kalooki where the player opened in this turn (k12)."""
        return Outcome.KALOOKI if state.opened else Outcome.OUT

    def pass_(self, state: State) -> NoReturn:  # noqa: ARG002 - in no state
        """There is always a card to draw or take, or the hand is dead (k14)."""
        raise IllegalMove("'pass': a card must be drawn or taken")

    def _take(self, state: State, move: Take) -> State:
        after = super()._take(state, move)
        must = self.rules.pile_draw is PileDraw.MUST_USE and not state.down[state.turn]
        return after._replace(duty=after.taken[0]) if must else after

    def check_discard(self, state: State, face: int) -> None:
        """The duties of the turn come first."""
        thrown = f"'discard {TableCard(face)}'"
        if state.owed:
            jokers = "joker" if state.owed == 1 else f"{state.owed} jokers"
            raise IllegalMove(f"{thrown}: the freed {jokers} must be played in this turn (k8)")
        if state.duty >= 0:
            card = TableCard(face_of(state.duty))
            raise IllegalMove(
                f"{thrown}: {card} was taken from the pile before the opening; it must be used in "
                "this turn (k11, pile_draw='must_use')"
            )

    def stock_out(self, state: State) -> State:
        """The pile becomes the stock, so many times; else the hand is dead (k14)."""
        if state.restocks >= self.rules.max_restocks:
            return state.ended(Outcome.DEAD)
        keep = self.rules.restock is Restock.KEEP_TOP
        cut = len(state.pile) - keep
        if cut:
            stock = self.new_stock(state.pile[:cut], state.restocks + 1)
            return state._replace(stock=stock, pile=state.pile[cut:], restocks=state.restocks + 1)
        return state if self.is_legal(state, Take()) else state.ended(Outcome.DEAD)

    def settle(self, state: State) -> TableResult:
        """The winner gets what he laid and what the others hold; the others nothing (k13)."""
        return settle_kalooki(state, self.rules)


def _open_places(meld: TableMeld) -> list[int]:
    """The places 1..14 next to a run's ends."""
    return [place for place in (meld.low - 1, meld.high + 1) if 1 <= place <= 14]
