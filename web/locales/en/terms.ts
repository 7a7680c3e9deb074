export const terms = { title: 'x' };
