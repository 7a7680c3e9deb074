import type { notFound as english } from '../en/not-found.ts';

export const notFound: typeof english = {
  page: { title: 'Bogga lama helin – Somali Speech AI', description: 'Boggani ma jiro.' },
  heading: '404',
  message: 'Waan ka xunnahay! Bogga lama helin',
  hint: 'Waxaa laga yaabaa in cinwaanka si khaldan loo qoray, ama in bogga la raray.',
  home: 'Ku noqo bogga hore',
};
