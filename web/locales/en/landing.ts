export const landing = { title: 'x' };
