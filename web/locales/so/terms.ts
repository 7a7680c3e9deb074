import type { terms as english } from '../en/terms.ts';

export const terms: typeof english = { title: 'x' };
