"""First weights: e5's lower layers and embeddings for the encoder, Whisper's decoder layers for the decoder."""

from __future__ import annotations

import numpy as np
import torch
from tokenizers import Tokenizer

from .e5 import E5File
from .network import READ_FEED, READ_LAYERS, READ_WIDTH, Translator
from .vocabulary import BASE, Vocabulary, as_piece

WHISPER_WIDTH, WHISPER_HEADS = 512, 8
# Five of Whisper's six: the sixth does not fit into the size that the starter may have.
WHISPER_LAYERS = (0, 1, 2, 4, 5)
START, LANGUAGE = "<|startoftranscript|>", "<|notimestamps|>"


def put(parameter: torch.nn.Parameter, values: np.ndarray) -> None:
    with torch.no_grad():
        parameter.copy_(torch.from_numpy(np.ascontiguousarray(values, dtype=np.float32)).view(parameter.shape))


def load_encoder(model: Translator, e5: E5File, vocabulary: Vocabulary) -> None:
    encoder = model.encoder
    table = e5.matrix("emb.word", e5.piece_count, READ_WIDTH)
    number = {piece: i for i, piece in enumerate(e5.pieces)}
    rows = []
    for i in vocabulary.source_ids:
        piece = vocabulary.tokenizer.id_to_token(i)
        rows.append(table[number[piece] if piece in number else number["<s>"]])
    put(encoder.words.weight, np.stack(rows))
    positions = e5.vector("emb.pos").reshape(-1, READ_WIDTH)[:512]
    put(encoder.positions, positions + e5.vector("emb.type").reshape(-1, READ_WIDTH)[0])
    put(encoder.norm.weight, e5.vector("emb.ln.w"))
    put(encoder.norm.bias, e5.vector("emb.ln.b"))
    shapes = {"q": (READ_WIDTH, READ_WIDTH), "k": (READ_WIDTH, READ_WIDTH), "v": (READ_WIDTH, READ_WIDTH)}
    names = {"q": "q", "k": "k", "v": "v", "o": "ao", "feed_in": "fi", "feed_out": "fo"}
    shapes |= {"o": shapes["q"], "feed_in": (READ_FEED, READ_WIDTH), "feed_out": (READ_WIDTH, READ_FEED)}
    for i in range(READ_LAYERS):
        layer = encoder.layers[i]
        for ours, theirs in names.items():
            put(getattr(layer, ours).weight, e5.matrix(f"l{i}.{theirs}.w", *shapes[ours]))
            put(getattr(layer, ours).bias, e5.vector(f"l{i}.{theirs}.b"))
        for ours, theirs in (("norm_attention", "aln"), ("norm_feed", "oln")):
            put(getattr(layer, ours).weight, e5.vector(f"l{i}.{theirs}.w"))
            put(getattr(layer, ours).bias, e5.vector(f"l{i}.{theirs}.b"))


def load_whisper_decoder(model: Translator, arrays: dict[str, np.ndarray], whisper: Tokenizer, vocabulary: Vocabulary) -> None:
    decoder = model.decoder
    table = arrays["decoder/embeddings/weight"].astype(np.float32)
    ids = {as_piece(token): i for token, i in whisper.get_vocab().items()}
    special = {BASE[2]: whisper.token_to_id("<|endoftext|>"), "eng_Latn": whisper.token_to_id(LANGUAGE)}
    middle = table[:50257].mean(0)
    rows = []
    for i in vocabulary.target_ids:
        piece = vocabulary.tokenizer.id_to_token(i)
        at = special.get(piece, ids.get(piece))
        rows.append(middle if at is None else table[at])
    put(decoder.words.weight, np.stack(rows))
    # The end token begins a translation, too: as an input it takes the place of Whisper's own start.
    put(decoder.positions, arrays["decoder/position_encodings/encodings"][2 : 2 + len(decoder.positions)])
    put(decoder.norm.weight, arrays["decoder/layer_norm/gamma"])
    put(decoder.norm.bias, arrays["decoder/layer_norm/beta"])
    parts = {"qkv": "self_attention/linear_0", "o": "self_attention/linear_1", "cross_q": "attention/linear_0"}
    parts |= {"cross_kv": "attention/linear_1", "cross_o": "attention/linear_2", "feed_in": "ffn/linear_0", "feed_out": "ffn/linear_1"}
    norms = {"norm_self": "self_attention", "norm_cross": "attention", "norm_feed": "ffn"}
    for i, theirs in enumerate(WHISPER_LAYERS):
        layer, root = decoder.layers[i], f"decoder/layer_{theirs}"
        for ours, name in parts.items():
            put(getattr(layer, ours).weight, arrays[f"{root}/{name}/weight"])
            put(getattr(layer, ours).bias, arrays[f"{root}/{name}/bias"])
        for ours, name in norms.items():
            put(getattr(layer, ours).weight, arrays[f"{root}/{name}/layer_norm/gamma"])
            put(getattr(layer, ours).bias, arrays[f"{root}/{name}/layer_norm/beta"])
