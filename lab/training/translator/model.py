"""The network: a small M2M-100, the architecture of NLLB."""

from __future__ import annotations

from tokenizers import Tokenizer
from transformers import GenerationConfig, M2M100Config, M2M100ForConditionalGeneration

from .layout import BOS_ID, EOS_ID, PAD_ID, TARGET_LANGUAGE

MAX_POSITIONS = 512


def build_config(tokenizer: Tokenizer) -> M2M100Config:
    """Three encoder and two decoder layers of width 256: about 5.5 million parameters."""
    return M2M100Config(
        vocab_size=tokenizer.get_vocab_size(),
        d_model=256,
        encoder_layers=3,
        decoder_layers=2,
        encoder_ffn_dim=1024,
        decoder_ffn_dim=1024,
        encoder_attention_heads=8,
        decoder_attention_heads=8,
        max_position_embeddings=MAX_POSITIONS,
        dropout=0.1,
        attention_dropout=0.0,
        activation_dropout=0.0,
        encoder_layerdrop=0.0,
        decoder_layerdrop=0.0,
        scale_embedding=True,
        tie_word_embeddings=True,
        bos_token_id=BOS_ID,
        pad_token_id=PAD_ID,
        eos_token_id=EOS_ID,
        decoder_start_token_id=EOS_ID,
        architectures=["M2M100ForConditionalGeneration"],
        tokenizer_class="NllbTokenizer",
    )


def build_model(tokenizer: Tokenizer) -> M2M100ForConditionalGeneration:
    """A freshly initialised model that generates English; seed PyTorch before calling."""
    model = M2M100ForConditionalGeneration(build_config(tokenizer))
    model.generation_config = GenerationConfig(
        bos_token_id=BOS_ID,
        pad_token_id=PAD_ID,
        eos_token_id=EOS_ID,
        decoder_start_token_id=EOS_ID,
        forced_bos_token_id=tokenizer.token_to_id(TARGET_LANGUAGE),
        max_length=200,
    )
    return model
