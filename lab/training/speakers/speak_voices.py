"""Somali speech in the voices of Kokoro, a folder a voice, for `splice_dialogues`.

    python -m speakers.speak_voices KOKORO TEXTS OUT --voices 40 --seconds 20

A voice whose folder is there is left as it is. KOKORO holds model.onnx, vocab.json and voices/ (see recogniser/wheels.txt); TEXTS is a file with a Somali sentence a line.
"""
import argparse
import random
from pathlib import Path

import numpy as np
from speech.render import resample
from synthesis.clip import SAMPLE_RATE_HZ, trim
from synthesis.kokoro import LONGEST, RATE_HZ, open_session, spell_ipa

from .splice_dialogues import write


def speak(folder: Path, voice: str, text: str, rng: random.Random) -> np.ndarray:
    """One sentence in one voice at its usual tempo, 16 kHz."""
    session, ids, styles = open_session(folder)
    tokens = [ids[letter] for letter in spell_ipa(text, rng) if letter in ids][:LONGEST]
    feeds = {
        'tokens': np.array([[0, *tokens, 0]], np.int64),
        'style': styles[voice][len(tokens)].astype(np.float32),
        'speed': np.array([1], np.float32),
    }
    samples = session.run(None, feeds)[0].ravel().astype(np.float32)
    return trim(resample(samples, RATE_HZ, SAMPLE_RATE_HZ))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('kokoro', type=Path)
    parser.add_argument('texts', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--voices', type=int, default=40)
    parser.add_argument('--seconds', type=float, default=20)
    arguments = parser.parse_args()
    texts = [line.split('\t')[0].strip() for line in arguments.texts.read_text(encoding='utf-8').splitlines()]
    texts = [text.lower() for text in texts if 30 < len(text) < 90 and text.replace(' ', '').replace(',', '').isalpha()]
    voices = sorted(open_session(arguments.kokoro)[2])
    for voice in random.Random(7).sample(voices, min(arguments.voices, len(voices))):
        folder = arguments.out / voice
        if folder.exists():
            continue
        rng = random.Random(voice)
        folder.mkdir(parents=True)
        seconds, number = 0.0, 0
        while seconds < arguments.seconds:
            samples = speak(arguments.kokoro, voice, rng.choice(texts).replace(',', ''), rng)
            write(folder / f'{number:02}.wav', samples / max(1, np.abs(samples).max()))
            seconds, number = seconds + len(samples) / SAMPLE_RATE_HZ, number + 1


if __name__ == '__main__':
    main()
