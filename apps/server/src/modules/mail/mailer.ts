import { createTransport } from 'nodemailer';
import type { Transporter } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Sealer } from '../../secrets.ts';
import type { MailSetting } from '../setting/setting.ts';
import type { Settings } from '../setting/settings.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A mail server and the sender address. */
export interface Post {
  readonly from: string;
  /** Host and port, without credentials. */
  readonly place: string;
  readonly server: Readonly<Record<string, unknown>>;
}

const LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

export const MAIL_SECRETS = {
  secrets: ['password'],
  place: ['host', 'port', 'security'],
} as const;

interface Environment {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/** From the settings of the site, else from the environment. The result contains the decrypted password. */
export function postOf(
  { host, port, security, user, password, sender }: MailSetting,
  { sealer, config }: { sealer: Sealer; config: Environment },
): Post | undefined {
  const { smtpUrl, mailFrom } = config;
  if (host === '')
    return smtpUrl
      ? { from: mailFrom, place: new URL(smtpUrl).host, server: { url: smtpUrl } }
      : undefined;
  return {
    from: sender,
    place: `${host}:${port}`,
    server: {
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ...(user !== '' && {
        auth: { user, pass: password === '' ? '' : (sealer.open(password) ?? '') },
      }),
    },
  };
}

/** Sends one test mail, with short timeouts. */
export async function sendOnce({ from, server }: Post, mail: Mail): Promise<void> {
  const soon = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
  const transport = createTransport({ ...LIMITS, ...soon, ...server });
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}

/** The settings of the site take precedence over the environment, and changes apply from the next mail on. */
export function createMailer(parts: {
  config: Environment;
  settings: Settings;
  sealer: Sealer;
  log: FastifyBaseLogger;
}): Mailer {
  const { config, settings, sealer, log } = parts;
  let open: { key: string; transport: Transporter } | undefined;

  async function presentPost(): Promise<Post | undefined> {
    const { mail_setting } = await settings.get();
    return postOf(mail_setting, { sealer, config });
  }

  function transportTo(server: Post['server']): Transporter {
    const key = JSON.stringify(server);
    if (open?.key !== key) {
      open?.transport.close();
      open = { key, transport: createTransport({ ...LIMITS, ...server }) };
    }
    return open.transport;
  }

  return {
    async send(mail) {
      const post = await presentPost();
      // The text may contain a link that gives access to an account, so only the subject is logged.
      if (!post) return log.warn({ subject: mail.subject }, 'no mail server is set: mail not sent');
      await transportTo(post.server).sendMail({ from: post.from, ...mail });
    },
    close: () => open?.transport.close(),
  };
}
