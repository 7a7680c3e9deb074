"""Run with `python -m unittest translator.test_recipe` in training/."""

import random
import unittest

from corpus.expand import normalise_spoken

from .batches import IGNORED_LABEL, collate, encode_examples
from .data import Example, ExampleStream, PairSampler, held_out_pairs, strip_punctuation
from .invented_names import to_english
from .layout import EOS_ID, UNK_ID
from .noise import add_noise
from .tokenizer import train_tokenizer

TEXTS = ["Magacaygu waa Cali.", "My name is Ali.", "Waxaan haystaa 22 doollar.", "I have 22 dollars."] * 20


class Recipe(unittest.TestCase):
    def test_no_held_out_sentence_is_trained_on(self) -> None:
        sampler, rng = PairSampler(), random.Random(1)
        trained = {normalise_spoken(sampler.draw(rng).so_spoken) for _ in range(20_000)}
        for part in ("dev", "test"):
            held = {normalise_spoken(pair.so_spoken) for pair in held_out_pairs(part)}
            self.assertGreater(len(held), 100)
            self.assertFalse(held & trained)

    def test_chunks_repeat_for_a_resumed_run(self) -> None:
        first, again = ExampleStream(1), ExampleStream(1)
        first.chunk(0, 50)
        self.assertEqual(first.chunk(1, 50), again.chunk(1, 50))
        self.assertNotEqual(first.chunk(1, 50), first.chunk(2, 50))

    def test_tokens_have_the_nllb_order_and_read_back(self) -> None:
        tokenizer = train_tokenizer(TEXTS, 500)
        self.assertEqual([tokenizer.token_to_id(t) for t in ("<s>", "<pad>", "</s>", "<unk>")], [0, 1, 2, 3])
        encoded = tokenizer.encode("Çelik  la’aan waa 105,20?")
        self.assertEqual((encoded.tokens[0], encoded.tokens[-1]), ("som_Latn", "</s>"))
        self.assertNotIn(UNK_ID, encoded.ids)
        self.assertEqual(tokenizer.decode(encoded.ids), "Çelik la'aan waa 105,20?")

    def test_decoder_reads_labels_shifted_behind_end_token(self) -> None:
        tokenizer = train_tokenizer(TEXTS, 500)
        rows = encode_examples(tokenizer, [Example("Cali", "Ali"), Example("Magacaygu waa Cali.", "My name is Ali.")])
        batch = collate(rows)
        language = tokenizer.token_to_id("eng_Latn")
        self.assertEqual(batch["decoder_input_ids"][:, :2].tolist(), [[EOS_ID, language]] * 2)
        self.assertEqual(batch["labels"][1].tolist(), rows[1][1])
        self.assertEqual(batch["labels"][0, -1].item(), IGNORED_LABEL)

    def test_noise_changes_letters_but_neither_digits_nor_length_much(self) -> None:
        rng = random.Random(1)
        text = "Waxaan haystaa 22 doollar."
        noisy = [add_noise(text, rng) for _ in range(200)]
        self.assertGreater(sum(line != text for line in noisy), 120)
        for line in noisy:
            self.assertIn("22", line)
            self.assertLess(abs(len(line) - len(text)), 8)

    def test_invented_names_follow_the_english_spelling_of_real_ones(self) -> None:
        names = {"Xasan": "Hasan", "Liibaan": "Liban", "Cabdi": "Abdi", "Sucaad": "Suad"}
        self.assertEqual({name: to_english(name) for name in names}, names)

    def test_punctuation_goes_but_numbers_stay_whole(self) -> None:
        self.assertEqual(strip_punctuation("Waa 1,500 shilin, haa?"), "Waa 1,500 shilin haa")


if __name__ == "__main__":
    unittest.main()
