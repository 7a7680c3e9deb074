"""Write a punctuation model with random weights in the layout of the published 47-language one (punct_cap_seg_47lang).

    python make_punctuation.py OUT --shape tiny|small|full --text FILE

The weights say nothing; the tensors, their types and the argmax inside are those of the published graph: encoder, labels after
a piece, these embedded and read again, then labels before it, capital letters and ends of sentences. The SentencePiece model
is a real one of the given text. Needs `requirements.txt`; nobody needs it to run the product.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import sentencepiece as spm
import torch
from torch import nn

SHAPES = {
    "tiny": {"width": 16, "layers": 1, "heads": 2, "vocabulary": 700, "normalisation": "identity"},
    "small": {"width": 64, "layers": 2, "heads": 4, "vocabulary": 4_000, "normalisation": "nmt_nfkc_cf"},
    "full": {"width": 512, "layers": 6, "heads": 8, "vocabulary": 64_000, "normalisation": "nmt_nfkc_cf"},
}
MAX_LENGTH = 128
LETTERS_PER_PIECE = 16
PRE_LABELS = ["<NULL>", "¿"]
POST_LABELS = ["<NULL>", ".", ",", "?", "？", "，", "。", "、", "・", "।", "؟", "،", ";", "።", "፣", "፧"]


class Layer(nn.Module):
    """A plain layer of a transformer, written so that its export takes texts of any length."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before = nn.LayerNorm(width)
        self.between = nn.LayerNorm(width)
        self.asked = nn.Linear(width, 3 * width)
        self.answered = nn.Linear(width, width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)

    def forward(self, read: torch.Tensor) -> torch.Tensor:
        batch, length, width = read.shape
        apart = self.asked(self.before(read)).reshape(batch, length, 3, self.heads, width // self.heads)
        query, key, value = apart.permute(2, 0, 3, 1, 4).unbind(0)
        weights = (query @ key.transpose(-1, -2) * (width // self.heads) ** -0.5).softmax(-1)
        read = read + self.answered((weights @ value).transpose(1, 2).reshape(batch, length, width))
        return read + self.narrow(torch.relu(self.wide(self.between(read))))


class Punctuator(nn.Module):
    """Random, but sharp: every label turns up somewhere."""

    def __init__(self, pieces: int, shape: dict) -> None:
        super().__init__()
        width = shape["width"]
        self.pieces = nn.Embedding(pieces, width)
        self.positions = nn.Embedding(MAX_LENGTH, width)
        self.encoder = nn.Sequential(*(Layer(width, shape["heads"]) for _ in range(shape["layers"])))
        self.post = nn.Linear(width, len(POST_LABELS))
        self.labels = nn.Embedding(len(POST_LABELS), 4)
        self.joined = nn.Linear(width + 4, width)
        self.again = Layer(width, shape["heads"])
        self.pre = nn.Linear(width, len(PRE_LABELS))
        self.capitals = nn.Linear(width, LETTERS_PER_PIECE)
        self.ends = nn.Linear(width, 2)
        with torch.no_grad():
            for head, null in ((self.post, 2.0), (self.pre, 1.5), (self.ends, 1.0)):
                head.weight.mul_(6.0)
                head.bias[0] += null

    def forward(self, input_ids: torch.Tensor) -> tuple[torch.Tensor, ...]:
        places = torch.arange(MAX_LENGTH)[: input_ids.shape[1]]
        read = self.encoder(self.pieces(input_ids) + self.positions(places))
        post = self.post(read).argmax(-1)
        again = self.again(self.joined(torch.cat((read, self.labels(post)), -1)))
        return self.pre(again).argmax(-1), post, self.capitals(again) > 0.6, self.ends(again).argmax(-1) > 0


def train_pieces(text: Path, folder: Path, shape: dict) -> spm.SentencePieceProcessor:
    prefix = folder / "spe_unigram_64k_lowercase_47lang"
    spm.SentencePieceTrainer.train(
        sentence_iterator=(line.lower() for line in text.read_text().splitlines()),
        model_prefix=str(prefix),
        vocab_size=min(shape["vocabulary"], 8_000),
        model_type="unigram",
        pad_id=3,
        hard_vocab_limit=False,
        normalization_rule_name=shape["normalisation"],
        minloglevel=2,
    )
    prefix.with_suffix(".vocab").unlink()
    return spm.SentencePieceProcessor(str(prefix.with_suffix(".model")))


def write_config(folder: Path) -> None:
    lists = {"languages": ["en", "so"], "pre_labels": PRE_LABELS, "post_labels": POST_LABELS}
    lines = [f"max_length: {MAX_LENGTH}"]
    for name, values in lists.items():
        lines += [f"{name}:", *(f'  - "{value}"' for value in values)]
    (folder / "config.yaml").write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--shape", choices=SHAPES, default="tiny")
    parser.add_argument("--text", type=Path, required=True)
    options = parser.parse_args()
    shape = SHAPES[options.shape]
    options.out.mkdir(parents=True, exist_ok=True)
    pieces = train_pieces(options.text, options.out, shape)
    torch.manual_seed(1)
    count = shape["vocabulary"] if options.shape == "full" else pieces.vocab_size()
    model = Punctuator(count, shape).eval()
    torch.onnx.export(
        model,
        (torch.ones(1, 9, dtype=torch.long),),
        str(options.out / "punct_cap_seg_47lang.onnx"),
        input_names=["input_ids"],
        output_names=["pre_preds", "post_preds", "cap_preds", "seg_preds"],
        dynamic_axes={name: {0: "B", 1: "T"} for name in ("input_ids", "pre_preds", "post_preds", "cap_preds", "seg_preds")},
        opset_version=17,
        dynamo=False,
    )
    write_config(options.out)


if __name__ == "__main__":
    main()
