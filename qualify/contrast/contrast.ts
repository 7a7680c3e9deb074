export type Theme = 'light' | 'dark';

/** Reads the colours of both themes from the tokens' style sheet; a colour the dark theme does not name stays. */
export function readPalettes(styleSheet: string): Record<Theme, Map<string, string>> {
  const [lightPart = '', darkPart = ''] = styleSheet.split('@media screen and (prefers-color-scheme: dark)');
  const read = (part: string) =>
    new Map([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name = '', value = '']) => [name, value]));
  const light = read(lightPart);
  return { light, dark: new Map([...light, ...read(darkPart)]) };
}

/** WCAG 2.2, relative luminance of an sRGB colour `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Every pair the interface puts together: text wants 4.5, marks and edges 3. */
export const pairs: readonly { ink: string; ground: string; least: number }[] = [
  ...['page', 'surface', 'surface-sunken', 'tint'].flatMap((ground) => [
    { ink: 'ink', ground, least: 4.5 },
    { ink: 'ink-soft', ground, least: 4.5 },
    { ink: 'primary-text', ground, least: 4.5 },
  ]),
  ...['page', 'surface'].flatMap((ground) => [
    { ink: 'success-text', ground, least: 4.5 },
    { ink: 'warning-text', ground, least: 4.5 },
    { ink: 'danger-text', ground, least: 4.5 },
    { ink: 'line-strong', ground, least: 3 },
    { ink: 'primary', ground, least: 3 },
    { ink: 'success', ground, least: 3 },
    { ink: 'warning', ground, least: 3 },
    { ink: 'danger', ground, least: 3 },
    { ink: 'info', ground, least: 3 },
    { ink: 'focus', ground, least: 3 },
  ]),
  { ink: 'ink', ground: 'field', least: 4.5 },
  { ink: 'line-strong', ground: 'field', least: 3 },
  ...['primary', 'secondary', 'accent', 'success', 'danger'].map((face) => ({
    ink: `on-${face}`,
    ground: face,
    least: 4.5,
  })),
];
