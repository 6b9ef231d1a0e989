import { loadMailClient } from './mailer.ts';
import type { MailConfig } from './mailer.ts';

/** Connects and logs in to the mail server; throws on failure. */
export async function probeMail({ server }: Pick<MailConfig, 'server'>): Promise<void> {
  const { createTransport } = await loadMailClient();
  const transport = createTransport({
    ...server,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
