"""espeak-ng as a library through ctypes: much faster than one process a sentence."""

import ctypes
import ctypes.util

import numpy as np

SYNCHRONOUS_RETRIEVAL = 2
PHONEMES_IN_TEXT = 0x100
UTF8 = 1
RATE, PITCH, RANGE, WORD_GAP = 1, 3, 4, 7


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class Espeak:
    """One espeak-ng instance; the library holds global state, so keep one a process."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("espeak-ng")
        if name is None:
            raise RuntimeError("espeak-ng is not installed (Debian: apt install espeak-ng)")
        self.library = ctypes.CDLL(name)
        self.rate_hz = self.library.espeak_Initialize(SYNCHRONOUS_RETRIEVAL, 400, None, 0)
        if self.rate_hz <= 0:
            raise RuntimeError("espeak-ng could not start")
        self.blocks: list[np.ndarray] = []
        self.callback = CALLBACK(self.receive)
        self.library.espeak_SetSynthCallback(self.callback)

    def receive(self, samples, count, _events) -> int:  # noqa: ANN001 (ctypes pointers)
        if samples and count > 0:
            self.blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    def set_voice(self, name: str, words_per_minute: int, pitch: int, pitch_range: int) -> None:
        """Choose a voice such as `ar+f3`; pitch and range are 0-99, 50 as the voice was made."""
        if self.library.espeak_SetVoiceByName(name.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {name}")
        for parameter, value in ((RATE, words_per_minute), (PITCH, pitch), (RANGE, pitch_range)):
            self.library.espeak_SetParameter(parameter, int(value), 0)

    def set_word_gap(self, gap: int) -> None:
        """Extra silence between words, in units of about 10 ms at the usual tempo; 0 links them."""
        self.library.espeak_SetParameter(WORD_GAP, gap, 0)

    def speak(self, text: str) -> np.ndarray:
        """Speak UTF-8 text; `[[...]]` holds phoneme mnemonics of the voice's table. Float32, -1..1, at `rate_hz`."""
        self.blocks = []
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 1, 0, UTF8 | PHONEMES_IN_TEXT, None, None)
        self.library.espeak_Synchronize()
        joined = np.concatenate(self.blocks) if self.blocks else np.zeros(0, np.int16)
        return joined.astype(np.float32) / 32768.0
