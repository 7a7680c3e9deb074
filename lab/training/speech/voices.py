"""The synthetic voices: espeak-ng variants with their own pitch, vocal tract and accent.

Three sets that share no variant: train, dev (chooses the checkpoint) and test (never seen).
"""

from dataclasses import dataclass

from .letter_to_sound import ACCENTS, Accent


@dataclass(frozen=True)
class Voice:
    """`pitch` and `pitch_range` are espeak's 0-99; `tract` scales all formants (1 = as made)."""

    name: str
    variant: str
    pitch: int
    pitch_range: int
    tract: float
    accent: Accent

    @property
    def espeak_name(self) -> str:
        return f"ar+{self.variant}" if self.variant else "ar"


# Near copies (iven2-4, robosoft3-8, steph2-3 ...) are left out so that the sets stay apart.
TRAIN_VARIANTS = (
    "", "Alex", "Andy", "Annie", "Denis", "Diogo", "Gene", "Hugo", "Jacky", "Lee", "Mario", "Mike",
    "Mr serious", "Nguyen", "RicishayMax2", "Storm", "UniRobot", "adam", "anika", "announcer",
    "antonio", "aunty", "belinda", "benjamin", "croak", "david", "edward", "f1", "f2", "f3", "f5",
    "grandpa", "gustave", "iven", "john", "kaukovalta", "klatt", "klatt2", "klatt4", "klatt5", "linda",
    "m1", "m2", "m3", "m4", "m6", "m7", "m8", "marcelo", "max", "michel", "norbert", "pablo", "pedro",
    "quincy", "rob", "robosoft", "shelby", "steph", "travis", "victor", "whisper",
)  # fmt: skip
DEV_VARIANTS = ("ed", "grandma", "klatt6")
TEST_VARIANTS = ("Alicia", "Andrea", "boris", "f4", "klatt3", "m5", "paul", "sandro")

PITCHES = (50, 38, 62, 45, 56)
RANGES = (50, 35, 65, 80, 20)
TRACTS = (1.0, 0.94, 1.06, 0.9, 1.1, 0.97, 1.03)


def make_voices(group: str, variants: tuple[str, ...], rounds: int = 1) -> list[Voice]:
    """`rounds` voices of each variant, with settings that step through the lists above."""
    accents = list(ACCENTS.values())
    voices = []
    for i, variant in enumerate(variants * rounds):
        name = f"{group}-{(variant or 'base').replace(' ', '-').lower()}-{i // len(variants) + 1}"
        tract = TRACTS[(i * 3 + i // len(variants)) % len(TRACTS)]
        accent = accents[(i + i // len(variants)) % len(accents)]
        voices.append(Voice(name, variant, PITCHES[i % 5], RANGES[(i // 2) % 5], tract, accent))
    return voices


VOICES = {
    "train": make_voices("train", TRAIN_VARIANTS, rounds=2),
    "dev": make_voices("dev", DEV_VARIANTS),
    "test": make_voices("test", TEST_VARIANTS),
}
BY_NAME = {voice.name: voice for group in VOICES.values() for voice in group}
