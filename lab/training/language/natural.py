"""Speech in other languages by Kokoro's neural voices, as natural as its Somali: without it the head learns that whatever
sounds natural is Somali.

    python -m language.natural --catalogues DIR --voices KOKORO --out DIR --clips 40 --files 3

What is said comes from espeak-ng's rules as IPA; sounds that the voices lack are left out.
"""

import argparse
import random
import re
import subprocess
from pathlib import Path

from synthesis import kokoro
from synthesis.clip import save_clips

from .other_languages import draw_text, read_sentences

LANGUAGES = (
    *("en",) * 5, "es", "fr", "it", "pt", "hi", "de", "nl", "tr", "ru", "pl", "sv", "fi", "id", "sw", "sw", "ar", "ar", "fa", "ro", "el",
)  # fmt: skip
SHORTEST_LETTERS = 30
# As `synthesis/kokoro.py` spells what it makes itself.
THROAT = str.maketrans({"ħ": "H", "ʕ": "A"})


def spell_ipa(text: str, language: str) -> str:
    """espeak-ng's IPA on one line, without its marks of language."""
    command = ["espeak-ng", "-v", language, "-q", "--ipa", "--", text]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.sub(r"\([a-z-]+\)", "", " ".join(said.split())).translate(THROAT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("catalogues", "voices", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--files", type=int, default=3)
    parser.add_argument("--clips", type=int, default=40)
    options = parser.parse_args()
    texts = {language: read_sentences(options.catalogues, language) for language in sorted(set(LANGUAGES))}
    for number in range(options.files):
        path = options.out / f"natural-train-{number:04d}.npz"
        if path.exists():
            continue
        rng, clips = random.Random(f"natural {number}"), []
        while len(clips) < options.clips:
            language = rng.choice(LANGUAGES)
            # Of ten sentences one is for tests.
            kept = [sentence for i, sentence in enumerate(texts[language]) if i % 10]
            ipa = spell_ipa(draw_text(kept, rng), language) if len(kept) > 20 else ""
            if len(ipa) > SHORTEST_LETTERS:
                clips.append(kokoro.speak_ipa(options.voices, ipa, language, rng))
        save_clips(path, clips)
        print(f"{path.name}: {len(clips)} clips")


if __name__ == "__main__":
    main()
