"""espeak-ng as a library through ctypes: much faster than one process a sentence."""

import ctypes
import ctypes.util
from dataclasses import dataclass

import numpy as np

SYNCHRONOUS_RETRIEVAL = 2
PHONEME_EVENTS = 1
PHONEMES_IN_TEXT = 0x100
UTF8 = 1
RATE, PITCH, RANGE, WORD_GAP = 1, 3, 4, 7
EVENT_END, EVENT_PHONEME = 0, 7


class EventId(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position_ms", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", EventId),
    ]


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


@dataclass(frozen=True)
class Spoken:
    """Samples (float32, -1..1, at `rate_hz`) and the sounds with their starts in seconds."""

    samples: np.ndarray
    rate_hz: int
    sounds: list[tuple[float, str]]


class Espeak:
    """One espeak-ng instance; the library holds global state, so keep one a process."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("espeak-ng")
        if name is None:
            raise RuntimeError("espeak-ng is not installed (Debian: apt install espeak-ng)")
        self.library = ctypes.CDLL(name)
        self.rate_hz = self.library.espeak_Initialize(SYNCHRONOUS_RETRIEVAL, 400, None, PHONEME_EVENTS)
        if self.rate_hz <= 0:
            raise RuntimeError("espeak-ng could not start")
        self.blocks: list[np.ndarray] = []
        self.sounds: list[tuple[float, str]] = []
        self.callback = CALLBACK(self.receive)
        self.library.espeak_SetSynthCallback(self.callback)

    def receive(self, samples, count, events) -> int:  # noqa: ANN001 (ctypes pointers)
        if samples and count > 0:
            self.blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        i = 0
        while events[i].type != EVENT_END:
            if events[i].type == EVENT_PHONEME:
                self.sounds.append((events[i].sample / self.rate_hz, events[i].id.string.decode("latin1")))
            i += 1
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

    def speak(self, text: str) -> Spoken:
        """Speak UTF-8 text; `[[...]]` holds phoneme mnemonics of the voice's table."""
        self.blocks, self.sounds = [], []
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 1, 0, UTF8 | PHONEMES_IN_TEXT, None, None)
        self.library.espeak_Synchronize()
        joined = np.concatenate(self.blocks) if self.blocks else np.zeros(0, np.int16)
        return Spoken(joined.astype(np.float32) / 32768.0, self.rate_hz, self.sounds)
