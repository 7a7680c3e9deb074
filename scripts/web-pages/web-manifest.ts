import type { Language } from '#shared/languages.ts';

const words: Record<Language, { description: string; file: string }> = {
  en: { description: 'Somali speech to text and English', file: 'manifest.webmanifest' },
  so: { description: 'Hadalka Soomaaliga oo qoraal iyo Ingiriisi noqda', file: 'manifest-so.webmanifest' },
};

/** What a phone needs to keep the app on its home screen and to share voice notes into it. */
export function webManifest(language: Language): { name: string; body: string } {
  const { description, file } = words[language];
  const body = {
    id: '/',
    name: 'Somali Speech AI',
    short_name: 'Somali Speech',
    description,
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
        files: [{ name: 'audio', accept: ['audio/*', '.opus', '.ogg', '.oga', '.m4a', '.mp3', '.wav', '.webm'] }],
      },
    },
  };
  return { name: file, body: `${JSON.stringify(body, null, 2)}\n` };
}
