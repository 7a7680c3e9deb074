import random
import unittest

import numpy as np

from .pharyngeal import colour

RATE_HZ = 24_000


class Pharyngeal(unittest.TestCase):
    def test_changes_the_stretch_and_nothing_else(self) -> None:
        noise = np.random.default_rng(1).normal(0, 0.1, RATE_HZ).astype(np.float32)
        for sound in "HAq":
            changed = 0
            for seed in range(20):
                out = colour(noise, RATE_HZ, 10_000, 13_000, sound, random.Random(seed))
                self.assertTrue(np.isfinite(out).all())
                self.assertTrue((out[:8_800] == noise[:8_800]).all() and (out[14_200:] == noise[14_200:]).all())
                changed += not np.array_equal(out, noise)
            self.assertGreater(changed, 10)
            self.assertLess(changed, 20)

    def test_leaves_alone_what_is_too_short(self) -> None:
        short = np.ones(500, np.float32)
        self.assertTrue((colour(short, RATE_HZ, 100, 110, "H", random.Random(1)) == short).all())


if __name__ == "__main__":
    unittest.main()
