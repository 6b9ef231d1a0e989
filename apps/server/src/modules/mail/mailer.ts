import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

export function createMailer(
  config: { smtpUrl: string | undefined; mailFrom: string },
  log: FastifyBaseLogger,
): Mailer {
  if (!config.smtpUrl)
    return {
      // The text may hold a link that opens an account, so the log only says that a mail was due.
      send: async ({ subject }) => log.warn({ subject }, 'SMTP_URL is not set: mail not sent'),
      close: () => {},
    };
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from: config.mailFrom, ...mail });
    },
    close: () => transport.close(),
  };
}
