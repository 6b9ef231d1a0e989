import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

export interface ReceivedMail {
  readonly to: string[];
  readonly subject: string;
  readonly text: string;
}

/** Returns all mails that the SMTP receiver got for this address. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const folder = inject('services')['MAIL_DIR'] ?? '';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const mails = await Promise.all(
    names.map(
      async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as ReceivedMail,
    ),
  );
  return mails.filter((mail) => mail.to.some((to) => to.includes(address)));
}

export async function waitForMails(address: string, count: number): Promise<ReceivedMail[]> {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(100)) {
    const mails = await mailsTo(address);
    if (mails.length >= count) return mails;
  }
  throw new Error(`${count} mails to ${address} did not arrive within 15 s`);
}

/** Returns the query of the first link in a mail. */
export function linkQuery(mail: ReceivedMail): URLSearchParams {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
  return new URL(link).searchParams;
}
