import { useLocation } from 'wouter';
import { deleteAccount } from '#shared/contract/accounts.ts';
import { ConfirmedButton } from '../../components/ui/confirmed-button.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

/** Deletes the account, after one question, and goes home as nobody. */
export function DeleteAccount() {
  const { heading, ...words } = useText('account').remove;
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { show } = useToasts();
  const [, navigate] = useLocation();
  const remove = async () => {
    const { message } = await api.call(deleteAccount, {});
    show('success', message);
    navigate('/');
    await forgetSession();
  };
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">{heading}</h2>
      <p>{words.text}</p>
      <ConfirmedButton variant="destructive" words={words} onConfirm={remove}>
        {words.button}
      </ConfirmedButton>
    </section>
  );
}
