export const privacy = { title: 'x' };
