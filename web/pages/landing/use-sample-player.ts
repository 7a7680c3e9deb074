import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Sample, sampleAddress } from '#shared/samples.ts';

/** Plays a recording of ours; fetches nothing before play is pressed. */
export function useSamplePlayer(sample: Sample, onEnded?: () => void) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const onEnd = useEffectEvent(() => onEnded?.());
  useEffect(() => () => audio.current?.pause(), []);

  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setIsPlaying(false);
    setSeconds(0);
  };
  const play = (fromSeconds = 0, toSeconds = Number.POSITIVE_INFINITY) => {
    stop();
    const element = new Audio(sampleAddress(sample));
    audio.current = element;
    const isOver = () => audio.current !== element;
    const end = () => {
      if (isOver()) return;
      stop();
      onEnd();
    };
    element.addEventListener('timeupdate', () => {
      if (isOver()) return;
      setSeconds(element.currentTime);
      if (element.currentTime >= toSeconds) stop();
    });
    element.addEventListener('ended', end);
    element.addEventListener('error', end);
    element.currentTime = fromSeconds;
    setIsPlaying(true);
    element.play().catch(end);
  };
  return { isPlaying, seconds, play, stop, toggle: () => (isPlaying ? stop() : play()) };
}
