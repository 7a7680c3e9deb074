export type Operator = { email: string; name: string; url: string; contact: string };

/** Stands in the built pages; the server puts there what its settings say when it reads them. */
export const builtOperator: Operator = {
  email: 'email@operator.invalid',
  name: 'name.operator.invalid',
  url: 'https://url.operator.invalid',
  contact: 'contact.operator.invalid',
};
