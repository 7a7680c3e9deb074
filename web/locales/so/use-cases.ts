import type { useCases as english } from '../en/use-cases.ts';

export const useCases: typeof english = { title: 'x' };
