"""What training never sees, as a table for `npm run lab -- translate`: half as the recogniser writes it.

    python -m translator.held_out --data DIR > held-out.tsv
"""

from __future__ import annotations

import argparse
from pathlib import Path

from . import texts

# So many of each at most.
SIZES = {"everyday": 400, "translated": 354, "hornmt": 180, "tico19": 180}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    sets = texts.load_held_out(parser.parse_args().data)
    print("set\tsomali\tenglish")
    for name, size in SIZES.items():
        for at, pair in enumerate(texts.choose(sets[name], size)):
            print(name, texts.as_heard(pair.somali) if at % 2 else pair.somali, pair.english, sep="\t")


if __name__ == "__main__":
    main()
