import type { offline as english } from '../en/offline.ts';

export const offline: typeof english = {
  page: { title: 'Internet ma jiro – Somali Speech AI', description: 'Internet ma jiro hadda.' },
  heading: 'Internet ma jiro',
  message:
    'Qalabkaagu internet kuma xirna. Wixii aad duubtay qalabkan ayay ku kaydsan yihiin ilaa aad dirto ama tirtirto.',
  retry: 'Mar kale isku day',
};
