"""How the library behind `transformers` cuts texts that are easy to cut wrongly, by two tokenizers of the repository.

    python tokenisation_reference.py > tests/fixtures/models/tokenisation-golden.json
"""

from __future__ import annotations

import json
from pathlib import Path

from tokenizers import Tokenizer

ROOT = Path(__file__).parents[2]
FILES = {
    # SentencePiece's own normalisation (nmt_nfkc), as the published NLLB has it.
    "published": ROOT / "tests/fixtures/models/published-translator/tokenizer.json",
    "starter": ROOT / "models/starter/translator/tokenizer.json",
}
TEXTS = [
    "",
    " ",
    "Su'aal: go'aankii lo' la'aan?",
    "Su’aal: go’aankii lo’ la’aan?",
    "Suʼaal: goʼaankii loʻ la`aan? Qur´aan, qur＇aan ‘waa’",
    "Waxaan rabaa inaan dhakhtarka arko maanta.",
    "WAXAAN RABAA INAAN DHAKHTARKA ARKO MAANTA!",
    "Lambarkaygu waa 061-2345678, qiimuhuna waa $1,250.50 (20%).",
    "1000000 1 000 000 1,000,000 ½ ² № ①",
    "Sanadkii 2026-11-22, 14:05:09.",
    "Waan ku faraxsanahay 😀👍🏽 👨‍👩‍👧‍👦 🇸🇴!",
    "السلام عليكم ورحمة الله وبركاته",
    "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ ﷺ ـــ",
    "Waxa uu yiri: «إن شاء الله» ka dibna wuu baxay.",
    "Здравствуйте, 你好, नमस्ते, ሰላም, こんにちは",
    "caf\u00e9 cafe\u0301 na\u00efve \ufb01le \uff21\uff11 \u1e9e \u0130stanbul",
    "hal\u00a0kelmad\u2009iyo\u3000laba\tsaddex\nafar\r\nshan",
    "zero\u200bwidth\u200cjoin\u200der\u00adsoft \ufeffmark",
    "  laba  meel   oo   bannaan  ",
    "\u2581waa \u2581\u2581 astaan",
    "x" * 300,
    "waxaan-soo-iibsanay/iibinnay (oo_dhan) #hal @laba https://so.example/su'aal?x=1&y=2",
    "… – — “waa maxay” ‘haa’ · • ™ © €",
    "A\u0301\u0302\u0303\u0304 \u0915\u094d\u0937 \U0001d4d0\U0001d4d1",
]
LONG = ["Marka roobku da'o, beeralaydu way faraxdaan; 3 maalmood ka dib 😀 ", 400]


def main() -> None:
    tokenizers = {name: Tokenizer.from_file(str(file)) for name, file in FILES.items()}

    def cut(text: str) -> dict[str, list[int]]:
        return {name: made.encode(text, add_special_tokens=False).ids for name, made in tokenizers.items()}

    texts = [{"text": text, **cut(text)} for text in TEXTS]
    # The long one is told by its length and a sum that any other order or token would change.
    long = {
        name: [len(ids), sum((at + 1) * token for at, token in enumerate(ids)) % 1_000_003]
        for name, ids in cut(LONG[0] * LONG[1]).items()
    }
    print(json.dumps({"texts": texts, "long": {"text": LONG[0], "times": LONG[1], **long}}, ensure_ascii=True))


if __name__ == "__main__":
    main()
