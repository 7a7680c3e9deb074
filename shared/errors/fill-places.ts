export type SentenceValues = Readonly<Record<string, string | number>>;

/** Fills `{name}` places; a place without a value stays visible, so that a test catches it. */
export function fillPlaces(template: string, values: SentenceValues = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
