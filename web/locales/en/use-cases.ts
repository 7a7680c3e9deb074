export const useCases = { title: 'x' };
