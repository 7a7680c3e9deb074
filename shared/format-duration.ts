import type { Language } from './languages.ts';

/** `90` → `1 minute 30 seconds`, in words of our own: Chrome for Android carries no Somali unit names. */
export function formatDuration(totalSeconds: number, language: Language): string {
  const minutes = Math.floor(totalSeconds / 60);
  const seconds = Math.round(totalSeconds % 60);
  const parts: string[] = [];
  if (language === 'so') {
    if (minutes > 0) parts.push(`${minutes} daqiiqo`);
    if (seconds > 0 || minutes === 0) parts.push(`${seconds} ilbiriqsi`);
    return parts.join(' iyo ');
  }
  if (minutes > 0) parts.push(`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`);
  if (seconds > 0 || minutes === 0) parts.push(`${seconds} ${seconds === 1 ? 'second' : 'seconds'}`);
  return parts.join(' ');
}
