"""Speak sentences in Festival's voices that never train, each in the next of them, as WAV files 00.wav, 01.wav and so on.

    python -m synthesis.speak_lines --out DIR < SENTENCES
"""

import argparse
import random
import re
import sys
from pathlib import Path

from speech.codecs import CODECS, write_audio

from . import festival


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    texts = [re.sub(r"[^a-z' ]", "", line.lower()) for line in sys.stdin.read().splitlines()]
    names = list(festival.TEST_VOICES)
    for turn, name in enumerate(names):
        places = range(turn, len(texts), len(names))
        clips = festival.speak_all([texts[place] for place in places], name, random.Random(name))
        for place, clip in zip(places, clips, strict=True):
            write_audio(options.out / f"{place:02d}.wav", clip.samples * 0.6, CODECS["wav"][1])


if __name__ == "__main__":
    main()
