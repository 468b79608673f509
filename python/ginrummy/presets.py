"""The variants by name: each a value, each with its source.

Rule ids refer to the project's rules text; S0/S1 is the encyclopaedia article on gin rummy,
S2 a weblog's rules, S3 articles on Rummy, Oklahoma and Kalooki, S4 GameColony's rules page.
"""

from __future__ import annotations

from typing import Final

from .match_rules import BEST_OF_FIVE, MatchRules
from .rules import ACE_FIFTEEN, PartyRules, Rules, Variant
from .table.rules import KalookiRules, MahjongRules, TableVariant

__all__ = [
    "EAAI",
    "ELEVEN_CARD",
    "GAMECOLONY",
    "GAMECOLONY_OKLAHOMA",
    "KALOOKI51",
    "MAHJONG_GIN",
    "OKLAHOMA",
    "OKLAHOMA_PARTY",
    "OKLAHOMA_SECOND_DECK",
    "OPENSPIEL",
    "PAGAT_CLASSIC",
    "PRESETS",
    "RLCARD",
    "STANDARD",
    "STRAIGHT",
    "TEDESCO",
    "TOURNAMENT",
    "WEBLOG",
]

_NO_BONUSES: Final = MatchRules(game_bonus=0, box=0, shutout="none")

STANDARD: Final = Variant(
    name="standard",
    aliases=("gin", "gin rummy", "ginrummy", "classic"),
    rules=Rules(),
    source="S0/S1, the encyclopaedia article on gin rummy: limit 10, gin 25, undercut 25 (a tie "
    "is one), big gin 31, a dealt hand that could knock is a misdeal.",
)
"""The encyclopaedia's game (S0/S1); all fields at their defaults."""

WEBLOG: Final = Variant(
    name="weblog",
    aliases=("blog",),
    rules=Rules(gin_forced=True, misdeal="off"),
    source="S2, a weblog's rules: as standard, but who can go gin must (b5), and no misdeal (a9).",
)
"""A weblog's rules (S2): gin is compulsory, there is no misdeal."""

STRAIGHT: Final = Variant(
    name="straight",
    aliases=("straight gin",),
    rules=Rules(knock_limit=0),
    source="S0/S1 (h1): only gin ends a hand, so there is no undercut and no layoff.",
)
"""Straight gin (S0/S1, h1): only gin ends a hand."""

OKLAHOMA: Final = Variant(
    name="oklahoma",
    aliases=("oklahoma gin",),
    rules=Rules(limit_source="upcard"),
    source="S0 (o1 to o5): the first upcard is the limit, faces and tens 10, an ace 1; a spade "
    "doubles the points of the hand. Bicycle and GRA read an ace as gin only: ace_knock.",
)
"""Oklahoma (S0, o1 to o5): the first upcard is the limit, a spade doubles."""

OKLAHOMA_SECOND_DECK: Final = Variant(
    name="oklahoma_second_deck",
    aliases=("second deck",),
    rules=Rules(limit_source="second_deck", deal="10_10"),
    source="S0's second form (o6): the limit comes from a card of another pack, there is no "
    "upcard, and the winner of the hand before draws first.",
)
"""Oklahoma's second form (S0, o6): the knock card is of another pack."""

OKLAHOMA_PARTY: Final = Variant(
    name="oklahoma_party",
    aliases=("party",),
    rules=Rules(
        limit_source="upcard",
        spade_doubles=False,
        misdeal="off",
        big_gin=None,
        party=PartyRules(),
    ),
    # q7, q8; section Q knows no bonus beside the hands' own.
    match_rules=_NO_BONUSES.replace(dealer_rule="winner", dead_hand_dealer="same"),
    source="S3's Oklahoma (section Q): two to four players, 10 for a knock, 25 for gin, 20 for an "
    "undercut, the others lose what they hold too much; the suits are equal.",
)
"""Oklahoma for two to four (S3, section Q): flat scores, losses, equal suits."""

TEDESCO: Final = Variant(
    name="tedesco",
    aliases=("round the corner", "tedesco gin"),
    rules=Rules(
        run_mode="wrap",
        card_points=ACE_FIFTEEN,
        limit_source="upcard",
        ace_knock="gin_only",
    ),
    source="S0 (t1 to t6): runs go round the corner, a loose ace counts 15, otherwise as "
    "Oklahoma; an ace as upcard means gin only (t4).",
)
"""Tedesco (S0, t1 to t6): runs go round the corner, a loose ace counts 15."""

ELEVEN_CARD: Final = Variant(
    name="eleven_card",
    aliases=("modern", "11 card", "eleven"),
    rules=Rules(deal="11_10"),
    source="S3's modern deal and rummytalk (a5): the non-dealer gets eleven cards and begins with "
    "a throw; there is no upcard. Only the dealer's ten can be a misdeal.",
)
"""The modern deal (S3, a5): eleven cards to the non-dealer, no upcard."""

GAMECOLONY: Final = Variant(
    name="gamecolony",
    aliases=("game colony",),
    rules=Rules(
        big_gin=None,
        wall="fiftieth_card",
        fiftieth_scope="same_card",
        misdeal="off",
        ace_knock="gin_only",
        spade_doubles=False,
    ),
    match_rules=_NO_BONUSES,
    source="S4, GameColony's rules page: no big gin, the fiftieth card may be taken to knock (w1), "
    "no misdeal; no boxes or bonuses.",
)
"""GameColony's game (S4): no big gin, the fiftieth card, no misdeal."""

GAMECOLONY_OKLAHOMA: Final = Variant(
    name="gamecolony_oklahoma",
    aliases=("game colony oklahoma",),
    rules=GAMECOLONY.rules.replace(limit_source="upcard"),
    match_rules=_NO_BONUSES,
    source="S4's Oklahoma: the first upcard is the limit, an ace means gin only (o2), no suit "
    "doubles (o4).",
)
"""GameColony's Oklahoma (S4): an ace means gin only, no suit doubles."""

PAGAT_CLASSIC: Final = Variant(
    name="pagat_classic",
    aliases=("pagat",),
    rules=Rules(gin_bonus=20, undercut_bonus=10, big_gin=None, misdeal="off"),
    # A game bonus of 200 in place of 100 is a hundred more (g4); a2, a3: the loser deals.
    match_rules=MatchRules(
        box=20, shutout="flat_100", dealer_rule="loser", dead_hand_dealer="same"
    ),
    source="Pagat's main rules: gin 20, undercut 10, big gin only as a variation, no misdeal.",
)
"""Pagat's main rules: gin 20, undercut 10."""

TOURNAMENT: Final = Variant(
    name="tournament",
    aliases=("gra",),
    rules=Rules(
        limit_source="upcard",
        ace_knock="gin_only",
        spade_doubles=False,
        big_gin=None,
        undercut_on_tie="none",
        wall="fiftieth_card",
        misdeal="off",
    ),
    match_rules=BEST_OF_FIVE,
    source="The Gin Rummy Association's tournament rules (2012, and as quoted in OpenSpiel): "
    "Oklahoma limit, an ace is gin only, ties score nothing, the fiftieth card.",
)
"""Tournament rules of the Gin Rummy Association (2012)."""

EAAI: Final = Variant(
    name="eaai",
    rules=Rules(big_gin=None, misdeal="off", defender="melds_first"),
    match_rules=_NO_BONUSES.replace(dead_hand_dealer="same"),  # a3
    source="The EAAI undergraduate research challenge's framework (tneller/gin-rummy-eaai): no big "
    "gin, no misdeal; its defender fixes his own melds before he lays off (c1).",
)
"""The EAAI research challenge's game, for comparisons."""

OPENSPIEL: Final = Variant(
    name="openspiel",
    aliases=("open spiel",),
    rules=TOURNAMENT.rules.replace(limit_source="fixed", ace_knock="one", may_discard_taken=True),
    match_rules=BEST_OF_FIVE,
    source="OpenSpiel's gin_rummy with its defaults: plain gin, limit 10, no big gin, ties score "
    "nothing, the wall as in tournaments; the card taken may be thrown. Its own stops after "
    "repeated or 50 takes of the upcard (a10) are not here, nor is its wrong eleven-card count.",
)
"""OpenSpiel's gin_rummy with its defaults, for comparisons."""

RLCARD: Final = Variant(
    name="rlcard",
    rules=Rules(
        deal="11_10",
        gin_forced=True,
        big_gin=None,
        layoffs=False,
        undercut=False,
        misdeal="off",
        wall="play_on",
        max_turns=100,
    ),
    source="RLCard's gin rummy: eleven cards to the opener, gin forced, no layoffs, no undercut, "
    "play goes on with the pile when the stock is out. It caps moves; the cap here is ours.",
)
"""RLCard's game, for comparisons."""

MAHJONG_GIN: Final = TableVariant(
    name="mahjong_gin",
    aliases=("mahjong",),
    rules=MahjongRules(),
    match_rules=_NO_BONUSES.replace(target=500),  # j8
    source="S0's Mahjong gin (section J): two to four players lay melds on the table during "
    "play, take any depth of the pile, add to any meld, and score table less hand.",
)
"""Mahjong gin (S0, section J): melds on the table, any depth of the pile."""

KALOOKI51: Final = TableVariant(
    name="kalooki51",
    aliases=("kalooki", "kaluki", "kalooki 51"),
    rules=KalookiRules(),
    match_rules=_NO_BONUSES.replace(target=500),  # k15
    source="S3's Kalooki 51 (section C51): two to four players, two packs and four jokers, an "
    "opening of 51, building on any meld and claiming its jokers.",
)
"""Kalooki 51 (S3, section C51): two packs, four jokers, an opening of 51."""

PRESETS: Final = (
    STANDARD,
    WEBLOG,
    STRAIGHT,
    OKLAHOMA,
    OKLAHOMA_SECOND_DECK,
    OKLAHOMA_PARTY,
    TEDESCO,
    ELEVEN_CARD,
    GAMECOLONY,
    GAMECOLONY_OKLAHOMA,
    PAGAT_CLASSIC,
    TOURNAMENT,
    EAAI,
    OPENSPIEL,
    RLCARD,
    MAHJONG_GIN,
    KALOOKI51,
)
"""All of them, the standard game first and the table games last."""
