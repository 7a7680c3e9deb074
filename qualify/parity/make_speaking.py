"""Put words into the mouth of the random weights that make-full-models.ts and the rearranging wrote.

    python make_speaking.py MODELS_DIR SOMALI.txt ENGLISH.txt

Random weights say noise without end: recordings would be refused, and translations run to their limit and are tried again.
Here the networks are computed in full, and then a small addition to their logits makes the recogniser spell SOMALI (one
letter in three frames, 0.7 s of silence after a sentence) and the translator write ENGLISH, as many tokens for a sentence as
people's English has: 1.56 for each Somali word (1.2 English words, 1.3 tokens each). What is measured is the true work.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

FRAMES_OF_SILENCE = 35
WEIGHT = 30.0
TOKENS_PER_SOMALI_WORD = 1.56
END = 2


class Addition:
    """Collects nodes that are appended to a graph."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self.graph = graph
        self.count = 0

    def constant(self, value: np.ndarray) -> str:
        self.count += 1
        name = f"said/constant_{self.count}"
        self.graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def node(self, kind: str, *inputs: str, out: str | None = None, **attributes: object) -> str:
        self.count += 1
        name = out or f"said/{kind}_{self.count}"
        self.graph.node.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def size(self, tensor: str, axis: int) -> str:
        return self.node("Gather", self.node("Shape", tensor), self.constant(np.array(axis)))

    def favour(self, logits: str, tokens: str, vocabulary: int) -> None:
        """`logits` (0.1 of what the network said) plus a weight on one token a row."""
        hot = self.node(
            "OneHot", tokens, self.constant(np.array(vocabulary)), self.constant(np.array([0, WEIGHT], np.float32))
        )
        quiet = self.node("Mul", logits, self.constant(np.array(0.1, np.float32)))
        self.node("Add", quiet, hot, out="logits")


def rename_output(graph: onnx.GraphProto) -> str:
    for node in graph.node:
        for at, name in enumerate(node.output):
            if name == "logits":
                node.output[at] = "unsaid"
    return "unsaid"


def spell(text: str, letters: dict[str, int]) -> np.ndarray:
    frames: list[int] = [0] * 10
    for line in text.lower().splitlines():
        for letter in " ".join("".join(c if c in letters or c == " " else "" for c in line).split()) + " ":
            frames += [letters[letter], 0, 0]
        frames += [0] * FRAMES_OF_SILENCE
    return np.array(frames, np.int64)


def teach_recogniser(folder: Path, text: str) -> None:
    file = folder / "model.int8.onnx"
    model = onnx.load(file)
    lines = (folder / "tokens.txt").read_text().splitlines()
    letters = {line[:1]: int(line[1:]) for line in lines[4:32] if line[1] == " "}
    frames = spell(text, letters)
    frames = np.tile(frames, 1 + 3000 // len(frames))
    logits = rename_output(model.graph)
    add = Addition(model.graph)
    axis = add.constant(np.array([0]))
    count = add.node("Reshape", add.size(logits, 1), add.constant(np.array([1])))
    said = add.node("Slice", add.constant(frames), axis, count, axis)
    add.favour(logits, said, model.graph.output[0].type.tensor_type.shape.dim[2].dim_value)
    onnx.save(model, file)
    record = json.loads((folder / "installed.json").read_text())
    record["files"]["model.int8.onnx"]["bytes"] = file.stat().st_size
    (folder / "installed.json").write_text(json.dumps(record))


def teach_translator(folder: Path, somali: str, english: str) -> None:
    record_file = folder / "compact" / "record.json"
    record = json.loads(record_file.read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    number = {token: at for at, token in enumerate(record["targetIds"])}
    ids = tokenizer.encode(english, add_special_tokens=False).ids
    written = np.array([number[token] for token in ids if token in number], np.int64)
    source = len(tokenizer.encode(somali, add_special_tokens=False).ids)
    rate = TOKENS_PER_SOMALI_WORD * len(somali.split()) / source
    print(f"{source / len(somali.split()):.2f} source tokens a word, {rate:.3f} written for each")
    file = folder / "compact" / "decoder.onnx"
    model = onnx.load(file)
    logits = rename_output(model.graph)
    add = Addition(model.graph)
    step = add.node("Sub", add.size("past_key_values.0.decoder.key", 2), add.constant(np.array(1)))
    step = add.node("Max", step, add.constant(np.array(0)))
    # The language's token and the end are not said.
    words = add.node("Sub", add.size("encoder_attention_mask", 1), add.constant(np.array(2)))
    length = add.node("Mul", add.node("Cast", words, to=TensorProto.FLOAT), add.constant(np.array(rate, np.float32)))
    is_over = add.node("GreaterOrEqual", add.node("Cast", step, to=TensorProto.FLOAT), length)
    # Another sentence begins elsewhere in the text.
    place = add.node("Add", step, add.node("Mul", words, add.constant(np.array(3))))
    place = add.node("Mod", place, add.constant(np.array(len(written))))
    token = add.node("Gather", add.constant(written), place)
    token = add.node("Where", is_over, add.constant(np.array([END])), token)
    add.favour(logits, token, len(record["targetIds"]))
    onnx.save(model, file)
    record["made"]["decoder"] = {
        "bytes": file.stat().st_size,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
    }
    record_file.write_text(json.dumps(record))


def main(models: Path, somali: Path, english: Path) -> None:
    for folder in models.glob("omniasr-*"):
        teach_recogniser(folder, somali.read_text())
    teach_translator(models / "nllb-200-distilled-600m", somali.read_text(), english.read_text())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
