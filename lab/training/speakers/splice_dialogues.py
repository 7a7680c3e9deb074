"""Dialogues of several voices with known turns, to measure `npm run lab -- speakers` on.

    python -m speakers.splice_dialogues VOICES OUT --count 60 --seed 7

VOICES holds a folder a voice, each with mono 16 kHz WAV files of speech. OUT gets NAME.wav and NAME.rttm a dialogue. What
is said does not matter: a turn is a piece of a voice's own recordings. The conditions are those of people's recordings:
clean, telephone (8 kHz, mu-law), noise at 20 and 10 dB, one caller over the telephone.
"""
import argparse
import random
import wave
from pathlib import Path

import numpy as np

RATE = 16_000
CONDITIONS = ['clean', 'phone', 'noise20', 'noise10', 'call-in']


def read(path: Path) -> np.ndarray:
    with wave.open(str(path)) as file:
        if file.getframerate() != RATE or file.getnchannels() != 1:
            raise SystemExit(f'{path}: not 16 kHz mono')
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768


def write(path: Path, samples: np.ndarray) -> None:
    with wave.open(str(path), 'wb') as file:
        file.setparams((1, 2, RATE, 0, 'NONE', ''))
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype(np.int16).tobytes())


def telephone(samples: np.ndarray) -> np.ndarray:
    """300 to 3,400 Hz and eight bits of mu-law."""
    spectrum = np.fft.rfft(samples)
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    spectrum[(hertz < 300) | (hertz > 3400)] = 0
    narrow = np.fft.irfft(spectrum, len(samples))
    peak = np.abs(narrow).max() + 1e-9
    coded = np.sign(narrow) * np.log1p(255 * np.abs(narrow) / peak) / np.log(256)
    coded = np.round(coded * 127) / 127
    return (np.sign(coded) * np.expm1(np.abs(coded) * np.log(256)) / 255 * peak).astype(np.float32)


def add_noise(samples: np.ndarray, decibels: float, random_numbers: np.random.Generator) -> np.ndarray:
    """Pink noise at so many decibels below the speech."""
    spectrum = np.fft.rfft(random_numbers.standard_normal(len(samples)))
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1))
    noise = np.fft.irfft(spectrum, len(samples))
    speech_power = np.mean(samples[np.abs(samples) > 0.001] ** 2)
    noise *= np.sqrt(speech_power / 10 ** (decibels / 10) / np.mean(noise**2))
    return (samples + noise).astype(np.float32)


def cut_turn(sounds: list[np.ndarray], seconds: float, choice: random.Random) -> np.ndarray:
    """A piece of a voice at −25 dBFS, ±5 dB, without silence at its ends; joined from several sounds where one is short."""
    length = int(seconds * RATE)
    turn = np.zeros(0, np.float32)
    while len(turn) < length:
        sound = choice.choice(sounds)
        loud = np.flatnonzero(np.abs(sound) > 0.01)
        sound = sound[loud[0] : loud[-1] + 1]
        start = choice.randrange(max(1, len(sound) - length))
        turn = np.concatenate([turn, sound[start : start + length - len(turn)]])
    level = 10 ** ((-25 + choice.uniform(-5, 5)) / 20)
    return turn * (level / np.sqrt(np.mean(turn**2)))


def find_speech(turn: np.ndarray) -> list[tuple[float, float]]:
    """Seconds from and to of a clean turn's speech: pauses of 0.3 s and more, 25 dB below it, belong to no voice."""
    frame = RATE // 50
    levels = np.sqrt(np.mean(turn[: len(turn) // frame * frame].reshape(-1, frame) ** 2, axis=1))
    loud = np.flatnonzero(levels > np.sqrt(np.mean(turn**2)) * 10 ** (-25 / 20))
    parts = np.split(loud, np.flatnonzero(np.diff(loud) > 15) + 1)
    return [(part[0] / 50, (part[-1] + 1) / 50) for part in parts]


def splice(voices: dict[str, list[np.ndarray]], condition: str, seconds: float, choice: random.Random):
    """Samples and turns (voice, start, end), every voice with at least four seconds."""
    count = choice.choice([2, 2, 3, 3, 4]) if seconds > 45 else 2
    names = choice.sample(sorted(voices), min(count, len(voices)))
    order = names + [choice.choice(names) for _ in range(int(seconds / 4))]
    order = [name for at, name in enumerate(order) if at == 0 or name != order[at - 1]]
    pieces, turns, now = [], [], 0.0
    for at, name in enumerate(order):
        turn = cut_turn(voices[name], choice.uniform(4, 8) if at < len(names) else choice.uniform(1.5, 8), choice)
        spoken = find_speech(turn)
        if condition == 'phone' or (condition == 'call-in' and name != names[0]):
            turn = telephone(turn)
        gap = np.zeros(int(choice.uniform(0, 0.6) * RATE), np.float32)
        turns += [(name, now + start, now + end) for start, end in spoken]
        pieces += [turn, gap]
        now += (len(turn) + len(gap)) / RATE
    return np.concatenate(pieces), turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('voices', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seed', type=int, default=7)
    arguments = parser.parse_args()
    voices = {
        folder.name: [sound for sound in map(read, sorted(folder.glob('*.wav'))) if len(sound) >= RATE]
        for folder in sorted(arguments.voices.iterdir())
    }
    choice = random.Random(arguments.seed)
    random_numbers = np.random.default_rng(arguments.seed)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for number in range(arguments.count):
        condition = CONDITIONS[number % len(CONDITIONS)]
        samples, turns = splice(voices, condition, 30 if number % 3 else 90, choice)
        if condition.startswith('noise'):
            samples = add_noise(samples, float(condition.removeprefix('noise')), random_numbers)
        name = f'{condition}-{number:03}'
        write(arguments.out / f'{name}.wav', samples * min(1, 0.9 / np.abs(samples).max()))
        lines = [
            f'SPEAKER {name} 1 {start:.3f} {end - start:.3f} <NA> <NA> {voice} <NA> <NA>' for voice, start, end in turns
        ]
        (arguments.out / f'{name}.rttm').write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
