"""Hollywood sheets for tests."""

import ginrummy as gr

AB = ("A", "B")


def played(hands, names=AB, **rules):
    sheet = gr.HollywoodSheet(gr.HollywoodRules(**rules), names)
    for hand in hands:
        sheet.record(hand)
    return sheet
