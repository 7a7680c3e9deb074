"""File names and special tokens of the published NLLB ONNX exports, which the starter model copies."""

from __future__ import annotations

import json
from pathlib import Path

BOS, PAD, EOS, UNK, MASK = "<s>", "<pad>", "</s>", "<unk>", "<mask>"
BASE_TOKENS = [BOS, PAD, EOS, UNK]  # ids 0–3, the order that NLLB inherits from fairseq
BOS_ID, PAD_ID, EOS_ID, UNK_ID = range(4)
SOURCE_LANGUAGE, TARGET_LANGUAGE = "som_Latn", "eng_Latn"
LANGUAGES = [TARGET_LANGUAGE, SOURCE_LANGUAGE]

TOKENIZER_FILE = "tokenizer.json"
ENCODER_FILE = "onnx/encoder_model_quantized.onnx"
DECODER_FILE = "onnx/decoder_model_merged_quantized.onnx"


def write_json(path: Path, content: dict) -> None:
    """Write `content` as indented UTF-8 JSON with a final newline."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def load_json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def special_tokens_map() -> dict:
    return {
        "additional_special_tokens": LANGUAGES,
        "bos_token": BOS,
        "cls_token": BOS,
        "eos_token": EOS,
        "mask_token": {"content": MASK, "lstrip": True, "normalized": True, "rstrip": False, "single_word": False},
        "pad_token": PAD,
        "sep_token": EOS,
        "unk_token": UNK,
    }


def tokenizer_config(max_length: int) -> dict:
    return {
        "additional_special_tokens": LANGUAGES,
        "bos_token": BOS,
        "clean_up_tokenization_spaces": False,
        "cls_token": BOS,
        "eos_token": EOS,
        "legacy_behaviour": False,
        "mask_token": special_tokens_map()["mask_token"],
        "model_max_length": max_length,
        "pad_token": PAD,
        "sep_token": EOS,
        "src_lang": SOURCE_LANGUAGE,
        "tgt_lang": TARGET_LANGUAGE,
        "tokenizer_class": "NllbTokenizer",
        "unk_token": UNK,
    }


def write_tokenizer_files(folder: Path, max_length: int) -> None:
    """Write the two JSON files that accompany tokenizer.json in an NLLB folder."""
    write_json(folder / "special_tokens_map.json", special_tokens_map())
    write_json(folder / "tokenizer_config.json", tokenizer_config(max_length))
