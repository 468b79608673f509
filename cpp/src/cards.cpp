#include "ginrummy/cards.hpp"

namespace ginrummy {

std::string card_text(int card) {
    return {"A23456789TJQK"[rank_of(card)], "cdhs"[suit_of(card)]};
}

std::string cards_text(Mask cards) {
    std::string text;
    for (Mask rest = cards; rest != 0; rest &= rest - 1) {
        if (!text.empty()) text += ' ';
        text += card_text(lowest(rest));
    }
    return text;
}

std::string quoted(Mask cards) { return std::string("'").append(cards_text(cards)).append("'"); }

}  // namespace ginrummy
