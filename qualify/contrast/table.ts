import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contrastRatio, pairs, readPalettes, type Theme } from './contrast.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const lookPage = path.join(root, 'docs/design/look.md');
const palettes = readPalettes(readFileSync(path.join(root, 'web/styles/tokens.css'), 'utf8'));

/** The ratio of one pair in a theme; NaN where the style sheet does not name a colour. */
export function ratioIn(theme: Theme, { ink, ground }: { ink: string; ground: string }): number {
  return contrastRatio(palettes[theme].get(ink) ?? '', palettes[theme].get(ground) ?? '');
}

/** The rows of the table in docs/design/look.md. */
export function contrastRows(): string[] {
  return pairs.map((pair) => {
    const [light, dark] = (['light', 'dark'] as const).map((theme) => ratioIn(theme, pair).toFixed(1));
    return `| ${pair.ink} on ${pair.ground} | ${light} | ${dark} | ${pair.least} |`;
  });
}
