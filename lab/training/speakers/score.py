"""Diarisation error rate (collar 0.25 s each side, overlap left out) of told turns, by condition, and words told right.

    python -m speakers.score TRUE TOLD

Both folders hold NAME.rttm; the condition is what stands before the last hyphen of NAME. A word is a piece of 0.4 s of a
stretch of over two seconds; it has the voice of the turn that its middle lies in, or of the nearest within half a second.
Needs pyannote.metrics 4.2.0 (MIT).
"""
import sys
from collections import Counter, defaultdict
from pathlib import Path

from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate

WORD_SECONDS, LEAST_SECONDS, NEAR_SECONDS = 0.4, 2, 0.5


def read(path: Path) -> Annotation:
    turns = Annotation(uri=path.stem)
    for line in path.read_text().splitlines():
        fields = line.split()
        turns[Segment(float(fields[3]), float(fields[3]) + float(fields[4]))] = fields[7]
    return turns


def count_words(true: Annotation, told: Annotation, voices: dict) -> Counter:
    """How many words there are, and how many have the right voice."""
    turns = [(turn.start, turn.end, voices.get(label)) for turn, _, label in told.itertracks(yield_label=True)]
    words = Counter()
    for stretch, _, voice in true.itertracks(yield_label=True):
        if stretch.duration < LEAST_SECONDS:
            continue
        for number in range(int(stretch.duration / WORD_SECONDS)):
            middle = stretch.start + (number + 0.5) * WORD_SECONDS
            near = min(((max(start - middle, middle - end, 0), label) for start, end, label in turns), default=(9, None))
            words['all'] += 1
            words['right'] += near[0] < NEAR_SECONDS and near[1] == voice
    return words


def main() -> None:
    true, told = map(Path, sys.argv[1:3])
    by_condition = defaultdict(lambda: DiarizationErrorRate(collar=0.5, skip_overlap=True))
    words = defaultdict(Counter)
    for path in sorted(true.glob('*.rttm')):
        for condition in (path.stem.rpartition('-')[0], 'all'):
            metric = by_condition[condition]
            reference, hypothesis = read(path), read(told / path.name)
            metric(reference, hypothesis, detailed=True)
            words[condition] += count_words(reference, hypothesis, metric.optimal_mapping(reference, hypothesis))
    for condition, metric in sorted(by_condition.items()):
        total = metric.accumulated_['total']
        confusion = metric.accumulated_['confusion']
        right = words[condition]['right'] / words[condition]['all']
        print(
            f'{condition}\tDER {100 * abs(metric):.1f} %\tof it confusion {100 * confusion / total:.1f}\t'
            f'words right {100 * right:.1f} %\t{total:.0f} s'
        )


if __name__ == '__main__':
    main()
