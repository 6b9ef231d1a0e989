import { randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { prepareAccount } from '../../src/modules/user/register.service.ts';
import { createCipher, hashToken, newToken } from '../../src/secrets.ts';
import { TestClient } from './client.ts';
import type { TestSite } from './site.ts';
import { siteSettings } from '../../src/modules/setting/setting.ts';
import { userRepository } from '../../src/modules/account/user.repository.ts';
import { deviceRepository } from '../../src/modules/account/device.repository.ts';

let serial = 0;

/** Returns a name that is unique in this test run. */
export function uniqueName(prefix = 'user'): string {
  serial += 1;
  return `${prefix}${process.pid.toString(36)}x${serial}`;
}

/** Returns an IP address that is unique in this test run; a site that trusts its proxy uses it for rate limits. */
export function uniqueAddress(): string {
  const [a, b] = Array.from({ length: 2 }, () => randomBytes(2).toString('hex'));
  return `2001:db8:${a}:${b}::1`;
}

export const PASSWORD = 'correct horse 7 battery';

export function makeVisitor(site: TestSite, headers: Record<string, string | undefined> = {}) {
  return new TestClient(site.app, site.deps.config.publicUrl.origin, headers);
}

interface UserOptions {
  readonly username?: string;
  readonly name?: string;
  readonly admin?: boolean;
  readonly auditor?: boolean;
  /** Stored as verified. */
  readonly email?: string;
}

/** Creates an account in the database. Hashing is slow on purpose, so all accounts share one password and hash. */
export async function makeUser(site: TestSite, options: UserOptions = {}) {
  const { db, hasher } = site.deps;
  const username = options.username ?? uniqueName();
  const account = await prepareAccount(
    {
      username,
      password: PASSWORD,
      name: options.name ?? '',
      groupid: options.admin ? ADMIN_GROUP : options.auditor ? AUDITOR_GROUP : USER_GROUP,
      language: null,
    },
    {
      hasher: { ...hasher, hash: (password) => cachedHash(site, password) },
      // The rules of the site may be those of a test.
      settings: { get: async () => siteSettings.parse({}) },
    },
  );
  const inserted = await userRepository(db).insert(account);
  if (!inserted) throw new Error(`${username} exists already`);
  if (options.email) {
    await userRepository(db).bindEmail(inserted.uid, options.email);
    await userRepository(db).verifyEmail(inserted.uid, options.email);
  }
  return { uid: inserted.uid, username };
}

const hashes = new Map<string, Promise<string>>();
function cachedHash(site: TestSite, password: string): Promise<string> {
  const hash = hashes.get(password) ?? site.deps.hasher.hash(password);
  hashes.set(password, hash);
  return hash;
}

/** Creates another browser session of this user. */
export async function logIn(
  site: TestSite,
  uid: number,
  headers: Record<string, string | undefined> = {},
): Promise<TestClient> {
  const token = newToken();
  await deviceRepository(site.deps.db).insert({
    uid,
    kind: 'browser',
    token_hash: hashToken(token),
    user_agent: 'test browser',
    address: '127.0.0.1',
  });
  const client = makeVisitor(site, headers);
  client.cookies.set(site.deps.config.secure ? '__Host-octavo' : 'octavo', token);
  return client;
}

/** The user has just confirmed the password in all sessions. */
export async function confirmSessions(site: TestSite, uid: number): Promise<void> {
  await site.database.query('update device set confirmed_time = now() where uid = $1', [uid]);
}

/**
 * Creates a user and a browser in which the user is logged in. An administrator has just confirmed the password there,
 * so that tests of administration need not send it.
 */
export async function makeLoggedInUser(
  site: TestSite,
  options: UserOptions = {},
  headers: Record<string, string | undefined> = {},
) {
  const user = await makeUser(site, options);
  const client = await logIn(site, user.uid, headers);
  if (options.admin) await confirmSessions(site, user.uid);
  return { ...user, client };
}

/** Requests a captcha and decrypts the answer from its cookie. */
export async function solveCaptcha(
  site: TestSite,
  client: TestClient,
  form: CaptchaForm,
  query: Record<string, string> = { form },
): Promise<string> {
  await client.request({ method: 'GET', url: calls.common.verify.path, query });
  const cookie = [...client.cookies].find(([name]) => name.endsWith(`captcha-${form}`))?.[1] ?? '';
  const decrypted = createCipher(site.deps.config.secretKey, 'captcha').decrypt(cookie);
  return (JSON.parse(decrypted ?? '{}') as { answer: string }).answer;
}
