import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '#shared/contract/accounts.ts';
import { formatMessage } from '../http/messages.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { clearSiteData } from '../http/security-headers.ts';
import type { AccountDeletion } from './delete-account.ts';

export function registerRetentionRoutes(app: FastifyInstance, deletion: AccountDeletion): void {
  registerEndpoint(app, deleteAccount, async ({ session: { account }, reply, language }) => {
    await deletion.deleteAccount(account.id, account.email);
    clearSiteData(reply, '"cache", "storage"');
    return { message: formatMessage('ACCOUNT_DELETED', language) };
  });
}
