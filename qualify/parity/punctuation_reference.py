"""What the reference implementation (PyPI `punctuators`, by the model's authors) says of texts.

    python punctuation_reference.py FOLDER TEXT_FILE > golden.json

One text a line. Each is given alone: the graph has no mask, so that windows of different lengths computed together would
change each other.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from punctuators.models.punc_cap_seg_model import PunctCapSegConfigONNX, PunctCapSegModelONNX
from sentencepiece import SentencePieceProcessor

SPE = "spe_unigram_64k_lowercase_47lang.model"
ONE_WINDOW = 128


def main() -> None:
    folder = Path(sys.argv[1])
    pieces = SentencePieceProcessor(str(folder / SPE))
    config = PunctCapSegConfigONNX(
        directory=str(folder), spe_filename=SPE, model_filename="punct_cap_seg_47lang.onnx"
    )
    model = PunctCapSegModelONNX(config, ort_providers=["CPUExecutionProvider"])
    texts = Path(sys.argv[2]).read_text().splitlines()
    golden = [
        {"text": text, "ids": pieces.EncodeAsIds(text), "sentences": model.infer([text], batch_size_tokens=ONE_WINDOW)[0]}
        for text in texts
    ]
    print(json.dumps(golden, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
