"""A naive bookkeeper of the table games: it follows a round move by move with plain lists of
card texts, and says at each step what hands, pile and table must be, and what the end scores.

It shares nothing with the package but the moves' texts and the deck.
"""

from collections import Counter

RANKS = "A23456789TJQK"


def points(rules, text, low=False):
    """What a card counts in a meld."""
    rank = RANKS.index(text[0]) + 1
    if hasattr(rules, "gin_bonus"):
        return rules.card_points[rank - 1]
    if rank == 1:
        return rules.ace_low_value if low else 11
    return min(10, rank)


class Bookkeeper:
    """What a round must look like after each of its moves."""

    def __init__(self, round_):
        self.rules, self.players = round_.rules, round_.players
        self.kalooki = round_.name == "kalooki"
        deck = [str(card) for card in round_.deck]
        each = self.rules.hand_size
        self.hands = [Counter() for _ in range(self.players)]
        for at, card in enumerate(deck[: each * self.players]):
            self.hands[(round_.dealer + 1 + at) % self.players][card] += 1
        self.pile = [deck[each * self.players]]
        self.stock = deck[each * self.players + 1 :]
        self.melds = []  # [owner, [[text, stands for, who played it], ...]]
        self.down = [not self.kalooki] * self.players
        self.whole = Counter(deck)
        self.kalooki_turn = False

    def follow(self, round_, seat, move):
        """Book a move that was just played."""
        words = str(move).split()
        getattr(self, f"_{words[0]}")(seat, words[1:], round_)
        # Who has not moved holds what he held, which is looked at when a turn ends.
        ended = words[0] == "discard" or round_.is_over
        self.compare(round_, range(self.players) if ended else [seat])

    def compare(self, round_, seats):
        """Nothing is lost, and all lies where it must."""
        assert sorted(
            card
            for part in (
                round_.state.stock,
                round_.state.pile,
                *round_.state.hands,
                *(laid.ids for laid in round_.table),
            )
            for card in part
        ) == list(range(round_.pack))
        for seat in seats:
            assert list(map(str, round_.hand(seat))) == sorted(
                self.hands[seat].elements(),
                key=lambda text: (text == "JK", text[1], RANKS.find(text[0])),
            )
        if len(seats) > 1:
            assert list(map(str, round_.pile)) == self.pile
            assert Counter(map(str, round_.stock)) == Counter(self.stock)
        assert len(round_.table) == len(self.melds)
        for laid, (owner, cards) in zip(round_.table, self.melds, strict=True):
            assert laid.owner == owner
            assert [str(slot) for slot in laid.meld] == [
                text if text != "JK" or not stands else f"JK={stands}" for text, stands, _ in cards
            ]
            assert list(laid.by) == [who for _, _, who in cards]
            self._check_meld(cards)
        assert list(round_.down) == self.down

    def _check_meld(self, cards):
        naturals = [text for text, _, _ in cards if text != "JK"]
        assert naturals
        assert len(cards) >= 3
        shown = [stands or text for text, stands, _ in cards]
        if self._is_set(cards):
            assert len(cards) <= 4
            assert len({text[0] for text in naturals}) == 1
            assert len({text[1] for text in naturals}) == len(naturals)
            return
        assert len({text[1] for text in shown}) == 1
        places = [RANKS.index(text[0]) + 1 for text in shown]
        if places[-1] == 1:
            assert self.kalooki
            places[-1] = 14
        assert places == list(range(places[0], places[0] + len(places)))
        assert len(places) <= getattr(self.rules, "run_max", 13)

    @staticmethod
    def _is_set(cards):
        shown = [stands or text for text, stands, _ in cards]
        return "JK" in shown or len({text[0] for text in shown}) == 1

    def _draw(self, seat, words, round_):
        gone = Counter(self.stock) - Counter(map(str, round_.stock))
        (card,) = gone.elements()
        assert not words
        assert card == self.stock[0]
        self.stock = self.stock[1:]
        self.hands[seat][card] += 1

    def _take(self, seat, words, round_):
        count = int(words[0]) if words else 1
        assert count == 1 or round_.name == "mahjong"
        for _ in range(count):
            self.hands[seat][self.pile.pop()] += 1

    def _pass(self, seat, words, round_):
        assert not self.kalooki
        assert not self.stock
        assert not words
        assert round_.is_over
        assert seat in range(self.players)

    def _play(self, seat, text):
        card = text.split("=")[0]
        assert self.hands[seat][card] > 0
        self.hands[seat][card] -= 1
        return [card, text.partition("=")[2], seat]

    def _lay(self, seat, words, round_):
        assert round_.rules == self.rules
        total = 0
        for part in " ".join(words).split(" | "):
            cards = [self._play(seat, text) for text in part.split()]
            self.melds.append([seat, cards])
            self._check_meld(cards)
            total += self._value(cards)
        if not self.down[seat]:
            assert total >= self.rules.initial
            self.down[seat] = self.kalooki_turn = True

    def _build(self, seat, words, round_):
        assert self.down[seat]
        assert not round_.state.must_build >= 0
        card = self._play(seat, words[0])
        cards = self.melds[int(words[2]) - 1][1]
        if self._is_set(cards):
            cards.append(card)
            cards.sort(key=lambda one: (one[0] == "JK", "cdhs".find(one[0][-1])))
            return
        shown = card[1] or card[0]
        first, last = cards[0][1] or cards[0][0], cards[-1][1] or cards[-1][0]
        rank = RANKS.index(shown[0])
        above = rank == (RANKS.index(last[0]) + 1) % 13 and last[0] != "A"
        if above and (rank or self.kalooki):  # in Mahjong gin the ace is low only (j6)
            cards.append(card)
        else:
            assert rank == RANKS.index(first[0]) - 1
            cards.insert(0, card)

    def _claim(self, seat, words, round_):
        assert self.down[seat]
        assert round_.name == "kalooki"
        texts, cards = words[:-2], self.melds[int(words[-1]) - 1][1]
        played = [self._play(seat, text) for text in texts]
        if not self._is_set(cards):
            ((at, joker),) = [
                (at, one) for at, one in enumerate(cards) if one[:2] == ["JK", played[0][0]]
            ][-1:]
            assert joker
            cards[at] = played[0]
            self.hands[seat]["JK"] += 1
            return
        free = 1 if len(played) == 1 else len(played) - 1
        for _ in range(free):
            assert cards.pop()[0] == "JK"
            self.hands[seat]["JK"] += 1
        cards += played
        cards.sort(key=lambda one: (one[0] == "JK", "cdhs".find(one[0][-1])))

    def _joker(self, seat, words, round_):
        assert self.down[seat]
        cards = self.melds[int(words[1]) - 1][1]
        joker = cards.pop(0 if words[2] == "high" else -1)
        assert joker[0] == "JK"
        end = cards[-1] if words[2] == "high" else cards[0]
        rank = RANKS.index((end[1] or end[0])[0]) + (1 if words[2] == "high" else -1)
        stands = RANKS[rank % 13] + joker[1][1]
        cards.insert(len(cards) if words[2] == "high" else 0, ["JK", stands, joker[2]])
        assert round_.turn == seat

    def _discard(self, seat, words, round_):
        (card,) = words
        self._play(seat, card)
        self.pile.append(card)
        if not round_.is_over:
            self.kalooki_turn = False
            if not self.stock and round_.restocks:
                keep = self.pile[-1:] if self.rules.restock == "keep_top" else []
                if round_.stock:
                    self.stock = [str(card) for card in round_.stock]
                    self.pile = keep

    def _value(self, cards):
        rank = next(text[0] for text, _, _ in cards if text != "JK")
        run = not self._is_set(cards)
        return sum(
            points(self.rules, (stands or text) if run or text != "JK" else rank, run and not at)
            for at, (text, stands, _) in enumerate(cards)
        )

    def scores(self, round_):
        """What the end scores, counted card by card."""
        result = round_.result
        if result.is_dead:
            return (0,) * self.players
        table = [0] * self.players
        for owner, cards in self.melds:
            for at, (_, _, who) in enumerate(cards):
                rest = self._value(cards) - self._without(cards, at)
                credit = getattr(self.rules, "build_credit", "builder")
                table[who if credit == "builder" else owner] += rest
        if not self.kalooki:
            return tuple(
                table[seat]
                - sum(points(self.rules, card) * n for card, n in self.hands[seat].items())
                + self.rules.gin_bonus * (result.winner == seat)
                for seat in range(self.players)
            )
        held = sum(
            n * (self.rules.joker_value if card == "JK" else points(self.rules, card))
            for hand in self.hands
            for card, n in hand.items()
        )
        total = table[result.winner] + held
        if result.outcome == "kalooki":
            total *= self.rules.kalooki_multiplier
        return tuple(total * (seat == result.winner) for seat in range(self.players))

    def _without(self, cards, at):
        """The value of the other slots where they lie."""
        rank = next(text[0] for text, _, _ in cards if text != "JK")
        run = not self._is_set(cards)
        return sum(
            points(self.rules, (stands or text) if run or text != "JK" else rank, run and not one)
            for one, (text, stands, _) in enumerate(cards)
            if one != at
        )
