"""Speech in other languages: sentences of program translations, spoken by the synthesisers that speak Somali for us.

    python -m language.other_languages --catalogues DIR --voices KOKORO --out DIR

`--catalogues` holds gettext files, `.../<language>/LC_MESSAGES/*.mo` (Django's wheel and Debian's iso-codes have them).
"""

import argparse
import gettext
import random
import re
from pathlib import Path

from speech.espeak import Espeak
from speech.letter_to_sound import normalise_text
from speech.render import resample
from speech.voices import TEST_VARIANTS, TRAIN_VARIANTS
from synthesis import espeak, kokoro
from synthesis.clip import SAMPLE_RATE_HZ, Clip, save_clips, trim

# By espeak-ng's names; om, sw and am are Somali's neighbours.
LANGUAGES = (
    "en", "ar", "sw", "am", "om", "it", "fr", "de", "es", "pt", "tr", "hi", "ur", "fa", "ru", "pl", "nl", "sv", "da", "fi", "hu",
    "ro", "el", "bg", "sr", "hr", "cs", "sk", "uk", "lt", "lv", "et", "eu", "ca", "cy", "ga", "af", "id", "ms", "vi", "ta", "te",
    "kn", "ml", "mr", "bn", "gu", "pa", "ne", "si", "ka", "hy", "az", "kk", "uz", "ky", "tt", "he", "ku", "mt", "is", "sq", "mk", "tn",
)  # fmt: skip
# Spelt much as Somali is: also read letter by letter with Somali's own rules, so that no synthesiser gives the answer away.
LATIN = ("sw", "it", "es", "id", "ms", "tr", "fi", "hu", "pl", "ro", "en", "de", "nl", "hr", "lv", "sq", "tn", "zu", "xh", "yo", "ha", "om", "rw")
LONGEST = 90


def read_sentences(folder: Path, language: str) -> list[str]:
    """Translated messages of a language without places, marks and codes, in a fixed order; English is what was translated."""
    texts: set[str] = set()
    for path in sorted(folder.glob(f"**/{'de' if language == 'en' else language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            for english, text in gettext.GNUTranslations(file)._catalog.items():
                if isinstance(english, str) and isinstance(text, str) and text != english:
                    texts.add(re.sub(r"[_\"“”«»]", "", english if language == "en" else text).strip())
    return sorted(text for text in texts if 6 <= len(text) <= LONGEST and not re.search(r"[%{<\[&\d\n]", text))


def draw_text(sentences: list[str], rng: random.Random) -> str:
    """A sentence, or several short ones."""
    text = rng.choice(sentences)
    while len(text) < 25:
        text += ", " + rng.choice(sentences)
    return text


def speak_naturally(engine: Espeak, text: str, language: str, variants: tuple[str, ...], rng: random.Random) -> Clip:
    """espeak-ng's own reading."""
    variant, tract = rng.choice(variants), rng.uniform(0.86, 1.16)
    engine.set_voice(f"{language}+{variant}" if variant else language, round(rng.uniform(110, 210) / tract), 50, rng.choice((35, 50, 65)))
    engine.set_word_gap(rng.choice((0, 0, 1, 2)))
    samples = resample(engine.speak(text), round(engine.rate_hz * tract), SAMPLE_RATE_HZ)
    return Clip(trim(samples), text, f"espeak/{language}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogues", type=Path, required=True)
    parser.add_argument("--voices", type=Path, help="Kokoro's folder; left out, it says nothing")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=22)
    options = parser.parse_args()
    rng, engine = random.Random(7), espeak.open_espeak()
    train: list[Clip] = []
    test: list[Clip] = []
    for language in LANGUAGES:
        sentences = read_sentences(options.catalogues, language)
        if len(sentences) < 20:
            print(f"{language}: too little text")
            continue
        # Of ten sentences one is for tests, in voices that train nothing.
        kept = [sentence for i, sentence in enumerate(sentences) if i % 10]
        train += [speak_naturally(engine, draw_text(kept, rng), language, TRAIN_VARIANTS, rng) for _ in range(options.each)]
        test += [speak_naturally(engine, draw_text(sentences[::10], rng), language, TEST_VARIANTS, rng) for _ in range(4)]
    for language in LATIN:
        texts = [normalise_text(text) for text in read_sentences(options.catalogues, language)]
        texts = [text for text in texts if text.isascii() and len(text) > 5]
        if len(texts) < 20:
            continue
        as_somali = [espeak.speak(None, draw_text(texts, rng).replace(",", ""), rng) for _ in range(options.each * 14 // 22)]
        train += [Clip(clip.samples, clip.text, f"somali-rules/{language}") for clip in as_somali]
        if options.voices:
            spoken = [kokoro.speak(options.voices, rng.choice(texts).translate(str.maketrans("xc", "kk")), rng) for _ in range(options.each * 3 // 22)]
            train += [Clip(clip.samples, clip.text, f"kokoro/{language}") for clip in spoken]
    options.out.mkdir(parents=True, exist_ok=True)
    for name, clips in (("train", train), ("test", test)):
        save_clips(options.out / f"other-{name}.npz", [clip for clip in clips if len(clip.samples) > SAMPLE_RATE_HZ // 2])
        print(f"{name}: {len(clips)} clips")


if __name__ == "__main__":
    main()
