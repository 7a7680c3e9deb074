/** `67.4` → `1:07`, the same in both languages. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Day, month, year and time: browsers have no Somali of their own to write a date in. */
export const formatDay = (moment: number | string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(moment));
