"""What processors can do for training: their arithmetic, and several processes that share their gradients (`torchrun
--nproc-per-node 2 -m …`): on few cores that is faster than several threads of one, where what learns is small."""

from __future__ import annotations

import os
from collections.abc import Iterable

import torch
import torch.distributed as dist
from torch import Tensor, nn

# Where a processor only imitates bfloat16, it takes five to twenty times as long as float32.
ARITHMETIC = torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported() else torch.float32  # noqa: SLF001


def mixed_precision() -> torch.autocast:
    """Matrix products in ARITHMETIC, what they are made of and what is kept in float32."""
    return torch.autocast("cpu", ARITHMETIC, enabled=ARITHMETIC == torch.bfloat16)


def join_processes() -> tuple[int, int]:
    """(which this is, how many there are): (0, 1) without torchrun."""
    if "WORLD_SIZE" not in os.environ:
        return 0, 1
    dist.init_process_group("gloo")
    return dist.get_rank(), dist.get_world_size()


def share_gradients(parameters: Iterable[nn.Parameter], counted: Tensor) -> Tensor:
    """Gives each process the mean gradient of all; returns the mean of what they counted."""
    if not dist.is_initialized():
        return counted
    gradients = [p.grad for p in parameters if p.grad is not None]
    together = torch.cat([counted, *(g.flatten() for g in gradients)])
    dist.all_reduce(together)
    together /= dist.get_world_size()
    for gradient, shared in zip(gradients, together[len(counted) :].split([g.numel() for g in gradients]), strict=True):
        gradient.copy_(shared.view_as(gradient))
    return together[: len(counted)]
