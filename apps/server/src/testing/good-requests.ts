import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { Call, CallInput } from '@octavo/contract/define-call';
import { hashToken, newToken } from '../secrets.ts';
import type { TestClient } from './client.ts';
import {
  freshAddress,
  makeLoggedIn,
  makeUser,
  PASSWORD,
  readCaptcha,
  uniqueName,
  visitor,
} from './factories.ts';
import type { TestSite } from './site.ts';

/** Somebody, and a request of theirs that succeeds when it is sent as it stands. */
export interface Prepared<C extends Call = Call> {
  readonly client: TestClient;
  readonly input: CallInput<C>;
  /** The account that the request is about; absent when the request makes one. */
  readonly uid?: number;
}

type Prepare<C extends Call = Call> = (site: TestSite) => Promise<Prepared<C>>;

const NEW_PASSWORD = 'another horse 8 battery';

/** A new person behind an address of their own, so that no limit is shared between requests. */
function person(site: TestSite, email?: string) {
  return makeLoggedIn(site, email ? { email } : {}, { 'x-forwarded-for': freshAddress() });
}

function stranger(site: TestSite): TestClient {
  return visitor(site, { 'x-forwarded-for': freshAddress() });
}

async function mailedLink(site: TestSite, purpose: 'verify' | 'reset') {
  const email = `${uniqueName('mail')}@harbor.test`;
  const { uid } = await makeUser(site, purpose === 'reset' ? { email } : {});
  if (purpose === 'verify') await site.deps.repos.users.bindEmail(uid, email);
  const token = newToken();
  const link = { uid, purpose, email, token_hash: hashToken(token), minutes: 30 };
  await site.deps.repos.mailLinks.insert(link);
  return { uid, email, token };
}

const credentials = () => ({
  username: uniqueName('new'),
  password: PASSWORD,
  confirm_password: PASSWORD,
});

const asPerson =
  <I>(input: I) =>
  async (site: TestSite) => {
    const { client, uid } = await person(site);
    return { client, uid, input };
  };

const asStranger =
  <I>(input: I) =>
  async (site: TestSite) => ({ client: stranger(site), input });

/** One line per call; a call without one does not compile. */
const goodRequests: {
  readonly [Noun in keyof Calls]: {
    readonly [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends Call
      ? Prepare<Calls[Noun][Verb]>
      : never;
  };
} = {
  user: {
    async login(site) {
      const { uid, username } = await makeUser(site);
      return { client: stranger(site), uid, input: { username, password: PASSWORD } };
    },
    async register(site) {
      const client = stranger(site);
      const v_code = await readCaptcha(site, client, 'register');
      return { client, input: { ...credentials(), v_code } };
    },
    async setup(site) {
      const token = newToken();
      await site.database.query('update "user" set groupid = 2 where groupid = 1');
      await site.database.query(`delete from setting where name = 'setup_link_hash'`);
      await site.deps.repos.settings.insertSetupLink(hashToken(token).toString('hex'));
      return { client: stranger(site), input: { ...credentials(), token } };
    },
    info: asPerson({}),
    resetPassword: asPerson({ password: PASSWORD, new_password: NEW_PASSWORD }),
    updateInfo: asPerson({ name: 'Mei Lin', language: 'zh-cn' as const }),
    async updateEmail(site) {
      const { client, uid } = await person(site);
      const email = `${uniqueName('mail')}@harbor.test`;
      return { client, uid, input: { email, password: PASSWORD } };
    },
    async sendVerifyEmail(site) {
      const { client, uid } = await person(site);
      await site.deps.repos.users.bindEmail(uid, `${uniqueName('mail')}@harbor.test`);
      return { client, uid, input: {} };
    },
    async verifyEmail(site) {
      const { uid, token } = await mailedLink(site, 'verify');
      return { client: stranger(site), uid, input: { uid, token } };
    },
    async resetPasswordEmail(site) {
      const email = `${uniqueName('mail')}@harbor.test`;
      const { uid } = await makeUser(site, { email });
      const client = stranger(site);
      const v_code = await readCaptcha(site, client, 'reset');
      return { client, uid, input: { email, v_code } };
    },
    async resetPasswordByUrl(site) {
      const link = await mailedLink(site, 'reset');
      const client = stranger(site);
      return { client, uid: link.uid, input: { ...link, new_password: NEW_PASSWORD } };
    },
    logout: asPerson({}),
    allUser: asPerson({ username: 'mei' }),
    devices: asPerson({}),
    async revokeDevice(site) {
      const { client, uid } = await person(site);
      const [device] = await site.deps.repos.devices.list(uid);
      return { client, uid, input: { device_id: device?.device_id ?? 0 } };
    },
    async revokeOtherDevices(site) {
      const { client, uid } = await person(site);
      const token_hash = hashToken(newToken());
      const other = { uid, kind: 'token', token_hash, user_agent: '', address: '' } as const;
      await site.deps.repos.devices.insert(other);
      return { client, uid, input: {} };
    },
  },
  common: {
    verify: asStranger({ form: 'login' as const }),
    homePageSetting: asStranger({}),
    qrcode: async (site) => ({
      client: stranger(site),
      input: { url: `${site.deps.config.publicUrl.origin}/help` },
    }),
  },
  scriptCron: { run: asStranger({}) },
  update: { checkDb: asStranger({}) },
};

interface CallRow {
  readonly name: string;
  readonly call: Call;
  readonly prepare: Prepare;
}

/** Every call of the contract, for tests that hold for all of them. */
export const everyCall: readonly CallRow[] = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, call]: [string, Call]) => ({
    name: `${noun}.${verb}`,
    call,
    // The table above has one line for each of exactly these names.
    prepare: (goodRequests as unknown as Record<string, Record<string, Prepare>>)[noun]?.[
      verb
    ] as Prepare,
  })),
);

export const everyCommand = everyCall.filter(({ call }) => call.kind === 'command');
