export const demo = {
  title: 'Demo',
};
