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

/** A server that takes mails, and whom they come from. */
export interface Post {
  readonly from: string;
  /** Where it listens, without any secret. */
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

/** As the settings of the site describe it, else as the environment does. Passwords are open in it. */
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

/** One mail by a server that is only tried out; nobody waits long for it. */
export async function sendOnce({ from, server }: Post, mail: Mail): Promise<void> {
  const soon = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
  const transport = createTransport({ ...LIMITS, ...soon, ...server });
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}

/** What an administrator has set goes before the environment, and holds from the next mail on. */
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
      // The text may hold a link that opens an account, so the log only says that a mail was due.
      if (!post) return log.warn({ subject: mail.subject }, 'no mail server is set: mail not sent');
      await transportTo(post.server).sendMail({ from: post.from, ...mail });
    },
    close: () => open?.transport.close(),
  };
}
