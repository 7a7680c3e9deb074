export const auth = { title: 'x' };
