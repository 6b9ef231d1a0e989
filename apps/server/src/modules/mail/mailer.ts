import type { Transporter } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Cipher } from '../../secrets.ts';
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
export interface MailConfig {
  readonly from: string;
  /** Host and port, without credentials. */
  readonly destination: string;
  readonly server: Readonly<Record<string, unknown>>;
}

/** Loads nodemailer on first use, because most web processes send no mails. */
export async function loadMailClient() {
  return import('nodemailer');
}

const TRANSPORT_LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

export const MAIL_SECRETS = {
  secrets: ['password'],
  destination: ['host', 'port', 'security'],
} as const;

interface MailEnvironment {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/** From the settings of the site, else from the environment. The result contains the decrypted password. */
export function resolveMailConfig(
  { host, port, security, user, password, sender }: MailSetting,
  { cipher, config }: { cipher: Cipher; config: MailEnvironment },
): MailConfig | undefined {
  const { smtpUrl, mailFrom } = config;
  if (host === '')
    return smtpUrl
      ? { from: mailFrom, destination: new URL(smtpUrl).host, server: { url: smtpUrl } }
      : undefined;
  return {
    from: sender,
    destination: `${host}:${port}`,
    server: {
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ...(user !== '' && {
        auth: { user, pass: password === '' ? '' : (cipher.decrypt(password) ?? '') },
      }),
    },
  };
}

/** Sends one test mail, with short timeouts. */
export async function sendTestMail({ from, server }: MailConfig, mail: Mail): Promise<void> {
  const shortTimeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
  const { createTransport } = await loadMailClient();
  const transport = createTransport({ ...TRANSPORT_LIMITS, ...shortTimeouts, ...server });
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}

/** The settings of the site take precedence over the environment, and changes apply from the next mail on. */
export function createMailer(parts: {
  config: MailEnvironment;
  settings: Settings;
  cipher: Cipher;
  log: FastifyBaseLogger;
}): Mailer {
  const { config, settings, cipher, log } = parts;
  let current: { key: string; transport: Transporter } | undefined;

  async function currentMailConfig(): Promise<MailConfig | undefined> {
    const { mail_setting } = await settings.get();
    return resolveMailConfig(mail_setting, { cipher, config });
  }

  async function transportTo(server: MailConfig['server']): Promise<Transporter> {
    const { createTransport } = await loadMailClient();
    const key = JSON.stringify(server);
    if (current?.key !== key) {
      current?.transport.close();
      current = { key, transport: createTransport({ ...TRANSPORT_LIMITS, ...server }) };
    }
    return current.transport;
  }

  return {
    async send(mail) {
      const mailConfig = await currentMailConfig();
      // The text may contain a link that gives access to an account, so only the subject is logged.
      if (!mailConfig)
        return log.warn({ subject: mail.subject }, 'mail not sent: no mail server is configured');
      const transport = await transportTo(mailConfig.server);
      await transport.sendMail({ from: mailConfig.from, ...mail });
    },
    close: () => current?.transport.close(),
  };
}
