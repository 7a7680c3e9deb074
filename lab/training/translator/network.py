"""The network: e5's lower layers read Somali, Whisper's English decoder writes.

The encoder is BERT's (post-norm), the decoder Whisper's (pre-norm); a bridge widens the encoder's states from 384 to 512.

With an `adapter_rank` each matrix W stays as it is and a product of two thin ones is learned beside it: x W + (x D) U
(LoRA, Hu et al. 2021). What such a training adds to the exported files is small.
"""

from __future__ import annotations

import functools
import math
import random

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from adapters import adapt_linears

MAX_TARGET = 160
READ_WIDTH, READ_HEADS, READ_FEED, READ_LAYERS = 384, 12, 1536, 8


def split_heads(x: Tensor, heads: int) -> Tensor:
    """[batch, tokens, width] to [batch, heads, tokens, width / heads]."""
    batch, tokens, width = x.shape
    return x.view(batch, tokens, heads, width // heads).transpose(1, 2)


def join_heads(x: Tensor) -> Tensor:
    batch, heads, tokens, size = x.shape
    return x.transpose(1, 2).reshape(batch, tokens, heads * size)


@functools.cache
def drawn_mask(rate: float, kind: torch.dtype) -> Tensor:
    return (torch.empty(1 << 23).bernoulli_(1 - rate) / (1 - rate)).to(kind)


def dropout(x: Tensor, rate: float) -> Tensor:
    """Dropout by a random stretch of one long mask: drawing a number for every state is a tenth of an update on a CPU."""
    if not rate:
        return x
    mask = drawn_mask(rate, x.dtype)
    start = random.randrange(len(mask) - x.numel() + 1)
    return x * mask[start : start + x.numel()].view(x.shape)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, drop: float = 0.0) -> Tensor:
    """Scaled dot products; `mask` is added to the scores. Written out: faster in bfloat16 on a CPU than the fused one."""
    scores = q @ k.transpose(-1, -2) * (1 / math.sqrt(q.shape[-1]))
    if mask is not None:
        scores = scores + mask
    weights = scores.softmax(-1)
    return join_heads(dropout(weights, drop) @ v)


class AdaptedWords(nn.Module):
    """A word table that is kept, with a thin pair beside it that learns."""

    def __init__(self, kept: nn.Embedding, rank: int) -> None:
        super().__init__()
        self.kept = kept.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(kept.num_embeddings, rank) * 0.1)
        self.up = nn.Parameter(torch.zeros(rank, kept.embedding_dim))

    def forward(self, ids: Tensor) -> Tensor:
        return self.kept(ids) + F.embedding(ids, self.down) @ self.up

    def logits(self, x: Tensor, bias: Tensor) -> Tensor:
        return F.linear(x, self.kept.weight, bias) + (x @ self.up.T) @ self.down.T


class EncoderLayer(nn.Module):
    def __init__(self, dropout: float) -> None:
        super().__init__()
        width = READ_WIDTH
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.norm_attention, self.norm_feed = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)
        self.feed_in, self.feed_out = nn.Linear(width, READ_FEED), nn.Linear(READ_FEED, width)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (split_heads(part(x), READ_HEADS) for part in (self.q, self.k, self.v))
        drop = self.dropout if self.training else 0.0
        mixed = self.o(attend(q, k, v, mask, drop / 2))
        x = self.norm_attention(x + dropout(mixed, drop))
        fed = self.feed_out(F.gelu(self.feed_in(x)))
        return self.norm_feed(x + dropout(fed, drop))


class Encoder(nn.Module):
    def __init__(self, vocabulary: int, out_width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, READ_WIDTH)
        self.positions = nn.Parameter(torch.zeros(512, READ_WIDTH))
        self.norm = nn.LayerNorm(READ_WIDTH, 1e-12)
        self.layers = nn.ModuleList(EncoderLayer(dropout) for _ in range(READ_LAYERS))
        self.bridge = nn.Linear(READ_WIDTH, out_width)
        self.bridge_norm = nn.LayerNorm(out_width)
        self.dropout = dropout

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """ids [batch, tokens], mask float [batch, 1, 1, tokens] (0 or a large negative) to [batch, tokens, out_width]."""
        x = self.norm(self.words(ids) + self.positions[: ids.shape[1]])
        x = dropout(x, self.dropout if self.training else 0.0)
        for layer in self.layers:
            x = layer(x, mask)
        return self.bridge_norm(self.bridge(x))


class DecoderLayer(nn.Module):
    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.norm_self, self.norm_cross, self.norm_feed = (nn.LayerNorm(width) for _ in range(3))
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.cross_q, self.cross_kv, self.cross_o = nn.Linear(width, width), nn.Linear(width, 2 * width), nn.Linear(width, width)
        self.feed_in, self.feed_out = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def cross(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of the source, [batch, heads, tokens, size] each."""
        k, v = self.cross_kv(memory).chunk(2, -1)
        return split_heads(k, self.heads), split_heads(v, self.heads)

    def forward(self, x: Tensor, past: tuple[Tensor, Tensor] | None, source: tuple[Tensor, Tensor], masks: tuple[Tensor | None, Tensor]) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        drop = self.dropout if self.training else 0.0
        q, k, v = (split_heads(part, self.heads) for part in self.qkv(self.norm_self(x)).chunk(3, -1))
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        x = x + dropout(self.o(attend(q, k, v, masks[0], drop / 2)), drop)
        q = split_heads(self.cross_q(self.norm_cross(x)), self.heads)
        x = x + dropout(self.cross_o(attend(q, *source, masks[1], drop / 2)), drop)
        x = x + dropout(self.feed_out(F.gelu(self.feed_in(self.norm_feed(x)))), drop)
        return x, (k, v)


class Decoder(nn.Module):
    def __init__(self, vocabulary: int, width: int, heads: int, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.positions = nn.Parameter(torch.randn(MAX_TARGET, width) * 0.02)
        self.layers = nn.ModuleList(DecoderLayer(width, heads, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.bias = nn.Parameter(torch.zeros(vocabulary))
        self.dropout = dropout

    def embed(self, ids: Tensor, first: int = 0) -> Tensor:
        x = self.words(ids) + self.positions[first : first + ids.shape[1]]
        return dropout(x, self.dropout if self.training else 0.0)

    def logits(self, x: Tensor) -> Tensor:
        if isinstance(self.words, AdaptedWords):
            return self.words.logits(x, self.bias)
        return F.linear(x, self.words.weight, self.bias)


class Translator(nn.Module):
    def __init__(self, sources: int, targets: int, width: int, heads: int, layers: int, adapter_rank: int = 0) -> None:
        super().__init__()
        self.shape = {"sources": sources, "targets": targets, "width": width, "heads": heads, "layers": layers}
        self.encoder = Encoder(sources, width)
        self.decoder = Decoder(targets, width, heads, layers)
        if adapter_rank:
            self.add_adapters(adapter_rank)

    def add_adapters(self, rank: int) -> None:
        """From here on only the adapters, the offsets and the norms learn."""
        self.shape["adapter_rank"] = rank
        adapt_linears(self, rank)
        for part in [*self.modules()]:
            for name, child in [*part.named_children()]:
                if isinstance(child, nn.Embedding):
                    setattr(part, name, AdaptedWords(child, rank))
        for side in (self.encoder, self.decoder):
            side.positions.requires_grad_(False)

    def forward(self, ids: Tensor, mask: Tensor, before: Tensor) -> Tensor:
        """Source ids and mask [batch, S], target ids so far [batch, T] to states [batch, T, width]."""
        added = pad_mask(mask)
        memory = self.encoder(ids, added)
        x = self.decoder.embed(before)
        length = before.shape[1]
        causal = torch.full((length, length), -1e4).triu(1)
        for layer in self.decoder.layers:
            x, _ = layer(x, None, layer.cross(memory), (causal, added))
        return self.decoder.norm(x)

    @torch.no_grad()
    def greedy(self, ids: Tensor, mask: Tensor, start: list[int], end: int, longest: int) -> Tensor:
        """Target ids without the start, [batch, steps]."""
        added = pad_mask(mask)
        memory = self.encoder(ids, added)
        sources = [layer.cross(memory) for layer in self.decoder.layers]
        past: list = [None] * len(sources)
        batch, rows, done = len(ids), [], torch.zeros(len(ids), dtype=torch.bool)
        step = torch.tensor([start]).repeat(batch, 1)
        at = 0
        for _ in range(min(longest, MAX_TARGET - len(start) - 1)):
            x = self.decoder.embed(step, at)
            causal = torch.full((step.shape[1], step.shape[1]), -1e4).triu(1) if step.shape[1] > 1 else None
            at += step.shape[1]
            for i, layer in enumerate(self.decoder.layers):
                x, past[i] = layer(x, past[i], sources[i], (causal, added))
            best = self.decoder.logits(self.decoder.norm(x[:, -1])).argmax(-1)
            best[done] = end
            rows.append(best)
            done |= best == end
            if done.all():
                break
            step = best[:, None]
        return torch.stack(rows, 1)




def pad_mask(mask: Tensor) -> Tensor:
    """bool [batch, tokens] to what is added to attention scores."""
    return torch.where(mask, 0.0, -1e4)[:, None, None, :]
