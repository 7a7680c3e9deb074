export const notFound = {
  page: { title: 'Page not found – Somali Speech AI', description: 'This page does not exist.' },
  heading: '404',
  message: 'Oops! Page not found',
  hint: 'The address may be mistyped, or the page may have moved.',
  home: 'Return to Home',
};
