"""python -m unittest corpus.test_corpus, from lab/training/."""

import unittest

from .expand import capitalise, expand, normalise_spoken, split
from .nouns import noun_entries
from .numbers import price_entry, spell
from .validate import find_problems, spelling_problems
from .verbs import load_verbs, phrases


class NumberWords(unittest.TestCase):
    """Numbers as a northern-central speaker says them."""

    def test_units_stand_before_tens(self):
        self.assertEqual(spell(22), "laba iyo labaatan")
        self.assertEqual(spell(111), "boqol iyo kow iyo toban")
        self.assertEqual(spell(2025), "laba kun iyo shan iyo labaatan")

    def test_round_thousands_of_money(self):
        self.assertEqual(price_entry(20_000, "shilin", "shillings"),
                         ("labaatan kun oo shilin", "20 kun oo shilin", "20,000 shillings"))


class VerbForms(unittest.TestCase):
    """One verb of each kind of sound change."""

    def forms(self, base, thing):
        verb = next(v for v in load_verbs() if (v.base, v.thing) == (base, thing))
        return phrases(verb)

    def test_l_and_t_become_sh(self):
        self.assertEqual(self.forms("find", "shaqo")["vp_past_3f"][0], "heshay shaqo")

    def test_negator_fuses_with_the_preverb(self):
        self.assertEqual(self.forms("leave", "magaalada")["vp_notpast"][0], "magaalada kama bixin")

    def test_middle_voice(self):
        forms = self.forms("learn", "xisaabta")
        self.assertEqual(forms["vp_past_1"], ("bartay xisaabta", "learned mathematics"))
        self.assertEqual(forms["vp_past_1pl"][0], "barannay xisaabta")
        self.assertEqual(forms["vp_pres_3m"][1], "learns mathematics")


class NounForms(unittest.TestCase):
    """Gender is read off the article."""

    def test_possessives_follow_gender(self):
        mine = {english: somali for somali, _, english in noun_entries()["noun_my"]}
        self.assertEqual(mine["my book"], "buuggayga")
        self.assertEqual(mine["my question"], "su'aashayda")


class Corpus(unittest.TestCase):
    """The files as they stand."""

    def test_nothing_is_malformed(self):
        self.assertEqual(find_problems(), [])

    def test_bad_spelling_is_seen(self):
        self.assertTrue(list(spelling_problems("waxaan haystaa 5 buug")))
        self.assertTrue(list(spelling_problems("waan ka haqqaba")))
        self.assertTrue(list(spelling_problems("vaxaan")))

    def test_expansion_is_repeatable_and_large(self):
        pairs = expand()
        self.assertEqual(pairs, expand())
        self.assertGreater(len(pairs), 30_000)
        spoken = {normalise_spoken(pair.so_spoken) for pair in pairs}
        self.assertTrue(all(set(text) <= set("abcdefghijklmnopqrstuvwxyz' ") for text in spoken))

    def test_about_two_percent_are_held_out_twice(self):
        splits = [split(pair) for pair in expand()]
        for name in ("dev", "test"):
            self.assertAlmostEqual(splits.count(name) / len(splits), 0.02, delta=0.004)

    def test_a_slot_that_opens_a_sentence_gets_a_capital(self):
        self.assertEqual(capitalise("aabbahay waa {x}. haa"), "Aabbahay waa {x}. Haa")


if __name__ == "__main__":
    unittest.main()
