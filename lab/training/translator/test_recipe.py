"""What the recipe must not get wrong: sets that share nothing, numbers that stay equal, tokens that come back as text."""

import random
import tempfile
import unittest
from pathlib import Path

import torch

from adapters import fold_adapters

from .mixture import change_numbers, drop_words
from .network import Translator
from .texts import HASH_LENGTH, SOMALI_TEXTS, Sentence, as_heard, digest, is_held_out, key, read_by_hash, read_own, split_sentences, tidy
from .vocabulary import LETTERS, as_piece


class Texts(unittest.TestCase):
    def test_as_heard_is_lower_case_without_marks(self) -> None:
        self.assertEqual(as_heard("Go’aanka — “Waa 25%?”".replace("’", "'")), "go'aanka waa 25")
        self.assertEqual(tidy("  “Haa”\tlo’da "), "\"Haa\" lo'da")

    def test_a_held_out_sentence_is_so_in_every_spelling_of_its_marks(self) -> None:
        rows = [Sentence(f"Waa jumlad {n}.", "x") for n in range(400)]
        held = [s for s in rows if is_held_out("everyday", s)]
        self.assertTrue(4 < len(held) < 30)
        self.assertTrue(all(is_held_out("everyday", Sentence(s.somali.upper() + "!", "y")) for s in held))
        self.assertEqual(key("Lo'da, 5!"), "loda5")
        self.assertFalse(any(is_held_out("open", s) for s in rows))

    def test_our_own_sentences_have_two_sides_and_stand_once(self) -> None:
        own = read_own()
        self.assertGreater(len(own), 5000)
        self.assertTrue(all(s.somali and s.english for s in own))
        self.assertEqual(len({s.somali for s in own}), len(own))

    def test_english_finds_its_somali_by_hash(self) -> None:
        line = 'Waa magaalo (; ) weyn . Waxay ku taallaa badda [ 4 ] .'
        self.assertEqual(split_sentences(line), ["Waa magaalo weyn.", "Waxay ku taallaa badda."])
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for text in SOMALI_TEXTS:
                (folder / f"{text}.txt").write_text("")
            (folder / f"{SOMALI_TEXTS[0]}.txt").write_text(line + "\nMa jirto.\n")
            (folder / "english.tsv").write_text(digest("waxay ku taallaa badda")[:HASH_LENGTH] + "\tIt lies on the sea.\n")
            found = read_by_hash(folder, folder / "english.tsv")
        self.assertEqual(found, [Sentence("Waxay ku taallaa badda.", "It lies on the sea.")])


class Mixture(unittest.TestCase):
    def test_numbers_change_on_both_sides_alike(self) -> None:
        rng = random.Random(1)
        pair = change_numbers(Sentence("Waa 1,250 iyo 35.", "It is 1,250 and 35."), rng)
        self.assertEqual(pair.somali.removeprefix("Waa ").replace("iyo", "and"), pair.english.removeprefix("It is "))
        self.assertNotEqual(pair.english, "It is 1,250 and 35.")

    def test_numbers_that_differ_stay(self) -> None:
        pair = Sentence("Waa 3 saac.", "It is 9 o'clock.")
        self.assertEqual(change_numbers(pair, random.Random(1)), pair)

    def test_a_text_never_loses_all_its_words(self) -> None:
        self.assertTrue(all(drop_words("haa", random.Random(n)) == "haa" for n in range(50)))


class Vocabulary(unittest.TestCase):
    def test_byte_letters_come_back_as_text(self) -> None:
        self.assertEqual(len(LETTERS), 256)
        self.assertEqual(as_piece("Ġdoctor"), "▁doctor")
        self.assertEqual(as_piece("Ã©"), "é")
        self.assertIsNone(as_piece("Ã"))


class Adapters(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)
        self.model = Translator(40, 30, 64, 4, 1).eval()
        self.given = (torch.tensor([[5, 9, 12]]), torch.ones(1, 3, dtype=torch.bool), torch.tensor([[2, 5, 8]]))

    def logits(self, model: Translator) -> torch.Tensor:
        with torch.no_grad():
            return model.decoder.logits(model(*self.given))

    def test_they_change_nothing_at_first_and_learn_beside_what_is_kept(self) -> None:
        before = self.logits(self.model)
        self.model.add_adapters(2)
        torch.testing.assert_close(self.logits(self.model), before)
        learns = {name for name, parameter in self.model.named_parameters() if parameter.requires_grad}
        matrices = {name for name, parameter in self.model.named_parameters() if parameter.dim() > 1}
        self.assertTrue(all(name.endswith((".down", ".up")) for name in learns & matrices))

    def test_folded_they_say_the_same(self) -> None:
        self.model.add_adapters(2)
        with torch.no_grad():
            for parameter in self.model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.02)
        plain = Translator(40, 30, 64, 4, 1).eval()
        plain.load_state_dict(fold_adapters(self.model.state_dict()))
        torch.testing.assert_close(self.logits(plain), self.logits(self.model), atol=1e-4, rtol=1e-4)


if __name__ == "__main__":
    unittest.main()
