import random
import unittest

from . import flite, kokoro


class Accents(unittest.TestCase):
    def test_what_an_h_or_a_k_stands_for_is_known_by_its_place(self) -> None:
        for seed in range(20):
            phones, originals = flite.spell_phones("cali hadda wax qori kulaha", random.Random(seed))
            self.assertEqual(originals, ["A", "h", "H", "q", "k", "h"])
            self.assertEqual(sum(phones.split().count(phone) for phone in ("hh", "k")), 6)

    def test_flite_borrows_no_sound_that_english_has_not(self) -> None:
        self.assertTrue(flite.is_sayable("caafimaad"))
        for word in ("khamiis", "dhar", "su'aal"):
            self.assertFalse(flite.is_sayable(word))

    def test_a_share_of_kokoros_speakers_grew_up_in_english(self) -> None:
        rng = random.Random(1)
        english = sum(kokoro.draw_accent(rng).get("R") == "ɹ" for _ in range(1000))
        self.assertAlmostEqual(english / 1000, kokoro.ENGLISH_SHARE, delta=0.05)


if __name__ == "__main__":
    unittest.main()
