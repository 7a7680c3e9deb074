import { Fragment } from 'react';

/** An e-mail address that breaks before its `@` and dots, and not within its words. */
export const Address = ({ email }: { email: string }) =>
  email.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
