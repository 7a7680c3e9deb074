"""Speak sentences in Festival's voices that never train, as WAV files 00.wav, 01.wav and so on: each in the next of the
voices that has all its sounds.

    python -m synthesis.speak_lines --out DIR < SENTENCES
"""

import argparse
import random
import re
import sys
from pathlib import Path

from speech.codecs import CODECS, write_audio

from . import festival


def choose_voice(text: str, names: list[str]) -> str:
    """The first of these voices that has all sounds of the text."""
    for name in names:
        phones = festival.TEST_VOICES[name].phones
        if all(festival.is_sayable(word, phones) for word in text.split()):
            return name
    raise ValueError(f"no voice has all sounds of: {text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    texts = [re.sub(r"[^a-z' ]", "", line.lower()) for line in sys.stdin.read().splitlines()]
    names = list(festival.TEST_VOICES)
    spoken_by = [choose_voice(text, names[place % len(names) :] + names) for place, text in enumerate(texts)]
    for name in sorted(set(spoken_by)):
        places = [place for place, by in enumerate(spoken_by) if by == name]
        clips = festival.speak_all([texts[place] for place in places], name, random.Random(name))
        for place, clip in zip(places, clips, strict=True):
            write_audio(options.out / f"{place:02d}.wav", clip.samples * 0.6, CODECS["wav"][1])


if __name__ == "__main__":
    main()
