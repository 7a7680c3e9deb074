"""Diarisation error rate (collar 0.25 s each side, overlap left out) of told turns, by condition.

    python -m speakers.score TRUE TOLD

Both folders hold NAME.rttm; the condition is what stands before the last hyphen of NAME. Needs pyannote.metrics 4.2.0 (MIT).
"""
import sys
from collections import defaultdict
from pathlib import Path

from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate


def read(path: Path) -> Annotation:
    turns = Annotation(uri=path.stem)
    for line in path.read_text().splitlines():
        fields = line.split()
        turns[Segment(float(fields[3]), float(fields[3]) + float(fields[4]))] = fields[7]
    return turns


def main() -> None:
    true, told = map(Path, sys.argv[1:3])
    by_condition = defaultdict(lambda: DiarizationErrorRate(collar=0.5, skip_overlap=True))
    for path in sorted(true.glob('*.rttm')):
        for condition in (path.stem.rpartition('-')[0], 'all'):
            by_condition[condition](read(path), read(told / path.name), detailed=True)
    for condition, metric in sorted(by_condition.items()):
        total = metric.accumulated_['total']
        confusion = metric.accumulated_['confusion']
        print(f'{condition}\tDER {100 * abs(metric):.1f} %\tof it confusion {100 * confusion / total:.1f}\t{total:.0f} s')


if __name__ == '__main__':
    main()
