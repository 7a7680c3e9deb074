import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pickedTypes } from '#shared/audio/mime.ts';
import { defaultLanguage, type Language } from '#shared/languages.ts';

const locales = path.resolve(import.meta.dirname, '../../web/locales');

/** What a phone needs to keep the app on its home screen and to share voice notes into it. */
export function webManifest(language: Language): { name: string; body: string } {
  const common = JSON.parse(readFileSync(path.join(locales, language, 'common.json'), 'utf8')) as { inShort: string };
  const body = {
    id: '/',
    name: 'Somali Speech AI',
    short_name: 'Somali Speech',
    description: common.inShort,
    lang: language,
    start_url: '/demo',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf7f0',
    theme_color: '#0b6570',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [{ name: 'audio', accept: pickedTypes }],
      },
    },
  };
  const name = language === defaultLanguage ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`;
  return { name, body: `${JSON.stringify(body, null, 2)}\n` };
}
