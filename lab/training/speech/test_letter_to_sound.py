import random
import unittest

from .letter_to_sound import check, draw_habits, follow_habits, split_sounds


class Habits(unittest.TestCase):
    def say(self, word: str, *habits: str) -> str:
        return " ".join(follow_habits(split_sounds(word), frozenset(habits)))

    def test_weaken_stops_between_vowels_alone(self) -> None:
        self.assertEqual(self.say("badan", "weak"), "b a D a n")
        self.assertEqual(self.say("dabbaal", "weak"), "d a b b a: l")
        self.assertEqual(self.say("lagu", "weak"), "l a Q u")
        self.assertEqual(self.say("badan"), "b a d a n")

    def test_voice_q_between_vowels_or_everywhere(self) -> None:
        self.assertEqual(self.say("qaqo", "voiced q"), "q a Q o")
        self.assertEqual(self.say("qaqo", "voiced q", "throaty q"), 'Q" a Q" o')
        self.assertEqual(self.say("qaqo", "throaty q"), "q a q o")

    def test_take_the_voice_from_j(self) -> None:
        self.assertEqual(self.say("jecel", "voiceless j"), "tS e A e l")

    def test_differ_from_speaker_to_speaker(self) -> None:
        rng = random.Random(1)
        self.assertGreater(len({draw_habits(rng) for _ in range(60)}), 8)


class Spelling(unittest.TestCase):
    def test_is_as_checked(self) -> None:
        self.assertEqual(check(), 0)


if __name__ == "__main__":
    unittest.main()
