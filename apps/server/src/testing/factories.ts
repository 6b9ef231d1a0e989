import { randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { prepareAccount } from '../modules/user/register.service.ts';
import { createSealer, hashToken, newToken } from '../secrets.ts';
import { TestClient } from './client.ts';
import type { TestSite } from './site.ts';

let serial = 0;

/** Returns a name that is unique in this test run. */
export function uniqueName(prefix = 'user'): string {
  serial += 1;
  return `${prefix}${process.pid.toString(36)}x${serial}`;
}

/** Returns an IP address that is unique in this test run; a site that trusts its proxy uses it for rate limits. */
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
  /** Stored as verified. */
  readonly email?: string;
}

/** Creates an account in the database. Hashing is slow on purpose, so all accounts share one password and hash. */
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

/** Creates another browser session of this user. */
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

/** Creates a user and a browser in which the user is logged in. */
export async function makeLoggedIn(
  site: TestSite,
  wish: Wish = {},
  headers: Record<string, string | undefined> = {},
) {
  const user = await makeUser(site, wish);
  return { ...user, client: await logIn(site, user.uid, headers) };
}

/** Requests a captcha and decrypts the answer from its cookie. */
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
