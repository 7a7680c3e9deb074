export const offline = {
  page: { title: 'You are offline – Somali Speech AI', description: 'There is no internet connection.' },
  heading: 'You are offline',
  message: 'There is no internet connection. A recording you made stays on this device until you send or delete it.',
  retry: 'Try Again',
};
