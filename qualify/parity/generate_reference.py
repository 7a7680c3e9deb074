"""What `generate()` makes of a translation folder's own graphs, for `compare.ts`.

    python generate_reference.py FOLDER SENTENCES > reference.jsonl
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from optimum.onnxruntime import ORTModelForSeq2SeqLM
from transformers import PreTrainedTokenizerFast

NEW_TOKENS = 60


def main(folder: Path, sentences: Path) -> None:
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    vocabulary = tokenizer.get_vocab()
    with tempfile.TemporaryDirectory() as temporary:
        for file in folder.glob("*.json"):
            shutil.copyfile(file, Path(temporary) / file.name)
        for name in ("encoder_model", "decoder_model_merged"):
            shutil.copyfile(folder / "onnx" / f"{name}_quantized.onnx", Path(temporary) / f"{name}.onnx")
        model = ORTModelForSeq2SeqLM.from_pretrained(temporary, use_merged=True)
        for text in sentences.read_text().splitlines():
            ids = tokenizer(text, add_special_tokens=False)["input_ids"]
            made = model.generate(
                input_ids=torch.tensor([[vocabulary["som_Latn"], *ids, 2]]),
                attention_mask=torch.ones(1, len(ids) + 2, dtype=torch.int64),
                forced_bos_token_id=vocabulary["eng_Latn"],
                num_beams=4,
                do_sample=False,
                max_new_tokens=NEW_TOKENS,
                suppress_tokens=[1, 3, vocabulary["som_Latn"]],
                output_scores=True,
                return_dict_in_generate=True,
            )
            score = float(made.sequences_scores[0])
            print(json.dumps({"text": text, "ids": made.sequences[0, 2:].tolist(), "score": score}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
