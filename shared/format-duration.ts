import { durationWords, type Language } from './languages.ts';

/** `90` → `1 minute 30 seconds`. */
export function formatDuration(totalSeconds: number, language: Language): string {
  const { minute, second, and } = durationWords[language];
  const whole = Math.round(totalSeconds);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  const name = (count: number, [one, other]: readonly [string, string]) => `${count} ${count === 1 ? one : other}`;
  const parts = [
    ...(minutes > 0 ? [name(minutes, minute)] : []),
    ...(seconds > 0 || minutes === 0 ? [name(seconds, second)] : []),
  ];
  return parts.join(and);
}
