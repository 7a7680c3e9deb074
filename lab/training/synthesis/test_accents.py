import random
import unittest

from . import flite, kokoro


class Accents(unittest.TestCase):
    def test_every_sound_of_the_throat_is_known_by_its_place_among_the_hs(self) -> None:
        for seed in range(20):
            phones, throaty = flite.spell_phones("cali hadda wax buu arkay", random.Random(seed))
            self.assertEqual(throaty, ["A", "h", "H"])
            self.assertEqual(phones.split().count("hh"), 3)

    def test_flite_borrows_no_sound_that_english_has_not(self) -> None:
        self.assertTrue(flite.is_sayable("caafimaad"))
        for word in ("qof", "khamiis", "dhar", "su'aal"):
            self.assertFalse(flite.is_sayable(word))

    def test_a_share_of_kokoros_speakers_grew_up_in_english(self) -> None:
        rng = random.Random(1)
        english = sum(kokoro.draw_accent(rng).get("R") == "ɹ" for _ in range(1000))
        self.assertAlmostEqual(english / 1000, kokoro.ENGLISH_SHARE, delta=0.05)


if __name__ == "__main__":
    unittest.main()
