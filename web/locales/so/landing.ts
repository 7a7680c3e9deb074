import type { landing as english } from '../en/landing.ts';

export const landing: typeof english = { title: 'x' };
