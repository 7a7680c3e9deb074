export const results = {
  page: { title: 'My results – Somali Speech AI', description: 'Your recordings and texts.' },
  heading: 'My results',
  kept: 'Your account keeps them for about {days} days. They are here wherever you sign in.',
  nothing: 'Nothing yet.',
  signInFirst: 'Sign in to see your results.',
  signIn: 'Sign in',
  unread: 'Not opened yet',
  more: 'Show more',
  all: 'All results',
  failed: 'We can’t reach your account. These are the results on this device.',
  tryAgain: 'Try Again',
};
