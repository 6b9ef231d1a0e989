import { randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { prepareAccount } from '../modules/user/register.service.ts';
import { createSealer, hashToken, newToken } from '../secrets.ts';
import { TestClient } from './client.ts';
import type { TestSite } from './site.ts';

let serial = 0;

/** A name nobody else in this run has. */
export function uniqueName(prefix = 'user'): string {
  serial += 1;
  return `${prefix}${process.pid.toString(36)}x${serial}`;
}

/** An address nobody else in this run has; a site counts it when it trusts its proxy. */
export function freshAddress(): string {
  const [a, b] = Array.from({ length: 2 }, () => randomBytes(2).toString('hex'));
  return `2001:db8:${a}:${b}::1`;
}

export const PASSWORD = 'correct horse 7 battery';

export function visitor(site: TestSite, headers: Record<string, string | undefined> = {}) {
  return new TestClient(site.app, site.deps.config.publicUrl.origin, headers);
}

interface Wish {
  readonly username?: string;
  readonly name?: string;
  readonly admin?: boolean;
  /** A verified email. */
  readonly email?: string;
}

/** An account in the database. Hashing is slow on purpose, so all share one hash and password. */
export async function makeUser(site: TestSite, wish: Wish = {}) {
  const { repos, hasher } = site.deps;
  const username = wish.username ?? uniqueName();
  const account = await prepareAccount(
    {
      username,
      password: PASSWORD,
      name: wish.name ?? '',
      groupid: wish.admin ? ADMIN_GROUP : USER_GROUP,
      language: null,
    },
    { ...hasher, hash: (password) => sharedHash(site, password) },
  );
  const inserted = await repos.users.insert(account);
  if (!inserted) throw new Error(`${username} exists already`);
  if (wish.email) {
    await repos.users.bindEmail(inserted.uid, wish.email);
    await repos.users.verifyEmail(inserted.uid, wish.email);
  }
  return { uid: inserted.uid, username };
}

const hashes = new Map<string, Promise<string>>();
function sharedHash(site: TestSite, password: string): Promise<string> {
  const known = hashes.get(password) ?? site.deps.hasher.hash(password);
  hashes.set(password, known);
  return known;
}

/** A further browser in which this person is logged in. */
export async function logIn(
  site: TestSite,
  uid: number,
  headers: Record<string, string | undefined> = {},
): Promise<TestClient> {
  const token = newToken();
  await site.deps.repos.devices.insert({
    uid,
    kind: 'browser',
    token_hash: hashToken(token),
    user_agent: 'test browser',
    address: '127.0.0.1',
  });
  const client = visitor(site, headers);
  client.cookies.set(site.deps.config.secure ? '__Host-octavo' : 'octavo', token);
  return client;
}

/** A person and the browser they are logged in with. */
export async function makeLoggedIn(
  site: TestSite,
  wish: Wish = {},
  headers: Record<string, string | undefined> = {},
) {
  const user = await makeUser(site, wish);
  return { ...user, client: await logIn(site, user.uid, headers) };
}

/** Looks at a picture as a person would: asks for it, then reads the answer. */
export async function readCaptcha(
  site: TestSite,
  client: TestClient,
  form: CaptchaForm,
  query: Record<string, string> = { form },
): Promise<string> {
  await client.request({ method: 'GET', url: calls.common.verify.path, query });
  const cookie = [...client.cookies].find(([name]) => name.endsWith(`captcha-${form}`))?.[1] ?? '';
  const opened = createSealer(site.deps.config.secretKey, 'captcha').open(cookie);
  return (JSON.parse(opened ?? '{}') as { answer: string }).answer;
}
