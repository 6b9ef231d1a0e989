import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { Call, CallInput } from '@octavo/contract/define-call';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportStep } from '../../src/modules/export/export-step.ts';
import { hashToken, newToken } from '../../src/secrets.ts';
import { addPasskey, Authenticator, confirmationOf } from './authenticator.ts';
import type { TestClient } from './client.ts';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from './factories.ts';
import { makeScimToken } from './scim.ts';
import { enableLdapLogin } from './ldap-directory.ts';
import { addMember, addTeamMember, makeCatalog, makeItem, makePage } from './item-factories.ts';
import { prepareLogoutToken } from './logout-token.ts';
import { setOauth2AttemptCookie, enableOauth2Login } from './oauth2-attempt.ts';
import { setPendingLinkCookie } from './pending-link.ts';
import { addSecondFactor, totpCode } from './second-factor.ts';
import { makeSignedLink } from './login-link.ts';
import type { TestSite } from './site.ts';
import { userRepository } from '../../src/modules/account/user.repository.ts';
import { mailLinkRepository } from '../../src/modules/user/mail-link.repository.ts';
import { noticeRepository } from '../../src/modules/notice/notice.repository.ts';
import { scimRejectionRepository } from '../../src/modules/scim/scim-rejection.repository.ts';
import { directoryRunRepository } from '../../src/modules/directory-sync/directory-run.repository.ts';
import { externalIdentityRepository } from '../../src/modules/ext-login/external-identity.repository.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';
import { deviceRepository } from '../../src/modules/account/device.repository.ts';
import { taskRepository } from '../../src/modules/task/task.repository.ts';

/** A client and a request of it that succeeds when sent unchanged. */
export interface PreparedRequest<C extends Call = Call> {
  readonly client: TestClient;
  readonly input: CallInput<C>;
  /** The account that the request affects; absent if the request creates one. */
  readonly uid?: number;
}

type PrepareRequest<C extends Call = Call> = (site: TestSite) => Promise<PreparedRequest<C>>;

const NEW_PASSWORD = 'another horse 8 battery';

/** Creates a user with a separate IP address, so that requests share no rate limit. */
function newUser(site: TestSite, email?: string) {
  return makeLoggedInUser(site, email ? { email } : {}, { 'x-forwarded-for': uniqueAddress() });
}

function newVisitor(site: TestSite): TestClient {
  return makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
}

async function mailedLink(site: TestSite, purpose: 'verify' | 'reset') {
  const email = `${uniqueName('mail')}@harbor.test`;
  const { uid } = await makeUser(site, purpose === 'reset' ? { email } : {});
  if (purpose === 'verify') await userRepository(site.deps.db).bindEmail(uid, email);
  const token = newToken();
  const link = { uid, purpose, email, token_hash: hashToken(token), minutes: 30 };
  await mailLinkRepository(site.deps.db).insert(link);
  return { uid, email, token };
}

/** An administrator with an invitation link. */
async function withInviteLink(site: TestSite) {
  const { client, uid } = await asAdmin({})(site);
  const { invitation_id, link } = await client.callOk(calls.adminUser.createInviteLink, {
    max_uses: 1,
  });
  const token = new URL(link).searchParams.get('token') ?? '';
  return { client, uid, invitation_id, token };
}

/** Only one run can be queued at a time, and no process of these tests runs any. */
async function endDirectoryRuns(site: TestSite) {
  await site.database.query(`update directory_run set state = 'failed', end_time = now()`);
}

const credentials = () => ({
  username: uniqueName('new'),
  password: PASSWORD,
  confirm_password: PASSWORD,
});

/** An administrator with an import of users. */
const withUserImport = (state: 'planned' | 'done') => async (site: TestSite) => {
  const { client, uid } = await asAdmin({})(site);
  const { task_id } = await client.callOk(calls.adminUserImport.plan, {});
  if (state === 'done') await client.callOk(calls.adminUserImport.apply, { task_id });
  return { client, uid, input: { task_id } };
};

/** A user with an import: only planned, or already applied. */
const withImport = (isApplied: boolean) => async (site: TestSite) => {
  const { client, uid } = await newUser(site);
  const { task_id } = await client.callOk(calls.import.plan, {});
  if (isApplied) await client.callOk(calls.import.apply, { task_id });
  return { client, uid, input: { task_id } };
};

const asUser =
  <I>(input: I) =>
  async (site: TestSite) => {
    const { client, uid } = await newUser(site);
    return { client, uid, input };
  };

const asAdmin =
  <I>(input: I) =>
  async (site: TestSite) => {
    const address = { 'x-forwarded-for': uniqueAddress() };
    const { client, uid } = await makeLoggedInUser(
      site,
      { admin: true, username: uniqueName('new') },
      address,
    );
    return { client, uid, input };
  };

/** A browser after a successful LDAP login whose user has a local account with the same username, not linked yet. */
const asPendingLink =
  <I>(input: I) =>
  async (site: TestSite) => {
    const { uid, username } = await makeUser(site);
    const client = newVisitor(site);
    setPendingLinkCookie(site, client, username);
    return { client, uid, input };
  };

const UNREACHABLE_PROVIDER = {
  client_id: 'octavo',
  host: '127.0.0.1:9',
  authorize_path: '/authorize',
  token_path: '/token',
  userinfo_path: '/me',
};

const UNREACHABLE_DIRECTORY = { host: '127.0.0.1', port: 9, base_dn: 'dc=harbor,dc=test' };

/** An administrator and another user whom the request affects. */
const onOtherUser =
  <I extends object>(input: I) =>
  async (site: TestSite) => {
    const { client, uid } = await asAdmin({})(site);
    return {
      client,
      uid,
      input: { uid: (await makeUser(site, { username: uniqueName('new') })).uid, ...input },
    };
  };

/** The same for an action on a list of users. */
const onOtherUsers =
  <I extends object>(input: I) =>
  async (site: TestSite) => {
    const { client, uid } = await asAdmin({})(site);
    return { client, uid, input: { uids: [(await makeUser(site)).uid], ...input } };
  };

/** An administrator and an item of another user. */
const onOthersItem =
  <I extends object>(input: (site: TestSite) => Promise<I>) =>
  async (site: TestSite) => {
    const { client, uid } = await asAdmin({})(site);
    const { item_id } = await makeOwnedItem(site);
    return { client, uid, input: { item_id, ...(await input(site)) } };
  };

/** An item of a new user with a catalog and a page. */
async function makeOwnedItem(site: TestSite) {
  const owner = await newUser(site);
  const item_id = await makeItem(site, { owner });
  const catalog = await makeCatalog(site, item_id);
  const page_id = await makePage(site, item_id, { catalog, author: owner });
  return { ...owner, item_id, catalog, cat_id: catalog.cat_id, page_id };
}

type OwnedItem = Awaited<ReturnType<typeof makeOwnedItem>>;

/** A request of the owner of such an item. */
const asOwner =
  <I>(input: (own: OwnedItem) => I) =>
  async (site: TestSite) => {
    const own = await makeOwnedItem(site);
    return { client: own.client, uid: own.uid, input: input(own) };
  };

/** A visitor with the single-page key of such an item's page. */
async function withSinglePageKey(site: TestSite) {
  const { client, page_id } = await makeOwnedItem(site);
  const shared = { page_id, isCreateSiglePage: true };
  const { unique_key } = await client.callOk(calls.page.createSinglePage, shared);
  return { client: newVisitor(site), input: { unique_key } };
}

/** A request of the owner with the item and its page as favourites, in this order. */
const withFavourites =
  <I>(input: (own: OwnedItem) => I) =>
  async (site: TestSite) => {
    const own = await makeOwnedItem(site);
    const { client, uid, item_id, page_id } = own;
    await client.callOk(calls.favourite.add, { item_id });
    await client.callOk(calls.favourite.add, { page_id });
    return { client, uid, input: input(own) };
  };

/** A request of the owner for an own draft. */
async function withDraft(site: TestSite) {
  const { client, uid, page_id } = await makeOwnedItem(site);
  const draft_id = randomUUID();
  const text = { page_id, page_content: 'unsaved words', revision: 1 };
  await client.callOk(calls.page.saveDraft, { ...text, draft_id });
  return { client, uid, input: { draft_id } };
}

/** A request of the owner, for a page that was saved twice and so has an old version. */
const withVersion =
  <I>(input: (own: OwnedItem & { page_history_id: number }) => I) =>
  async (site: TestSite) => {
    const own = await makeOwnedItem(site);
    const { client, uid, page_id } = own;
    await client.callOk(calls.page.save, { page_id, page_content: 'newer' });
    const [version] = await client.callOk(calls.page.history, { page_id });
    const page_history_id = version?.page_history_id ?? 0;
    return { client, uid, input: input({ ...own, page_history_id }) };
  };

/** A user with an unread notification. */
async function withNotice(site: TestSite) {
  const { client, uid } = await newUser(site);
  await noticeRepository(site.deps.db).insert([uid], {
    kind: 'itemTransferred',
    facts: { item: 'API' },
  });
  const { list } = await client.callOk(calls.notice.getList, {});
  return { client, uid, input: { notice_id: list[0]?.notice_id ?? 0 } };
}

/** Creates a job that has failed permanently. */
export async function makeFailedJob(site: TestSite): Promise<string> {
  const job_id = await site.deps.queue.boss.send('audit-purge', {}, { startAfter: 3600 });
  await site.database.query(
    `update pgboss.job set state = 'failed', completed_on = now(),
     output = '{"message": "550 mailbox is full"}' where id = $1`,
    [job_id],
  );
  return job_id ?? '';
}

async function withFailedJob(site: TestSite) {
  const { client, uid } = await asAdmin({})(site);
  return { client, uid, input: { job_ids: [await makeFailedJob(site)] } };
}

/** A user with a file in the library. */
async function withOwnFile(site: TestSite) {
  const { client, uid } = await newUser(site);
  const { file_id } = await client.callOk(calls.attachment.upload, {});
  return { client, uid, input: { file_id } };
}

/** A user with a finished export. */
async function withExport(site: TestSite) {
  const { client, uid, input } = await asOwner(({ item_id }) => ({ item_id }))(site);
  const { task_id } = await client.callOk(calls.export.begin, { ...input, format: 'markdown' });
  await exportStep.run(site.deps, task_id);
  // A worker of the site may have started the job earlier.
  for (;;) {
    const { state } = await client.callOk(calls.export.status, { task_id });
    if (state !== 'waiting' && state !== 'running') return { client, uid, input: { task_id } };
    await sleep(50);
  }
}

/** A user with a passkey. */
async function withPasskey(site: TestSite) {
  const { client, uid } = await newUser(site);
  const device = await addPasskey(site, uid);
  const { passkeys } = await client.callOk(calls.secondFactor.status, {});
  return { client, uid, device, id: passkeys[0]?.id ?? 0 };
}

/** A user with a second factor, and a recovery code. */
async function withSecondFactor(site: TestSite) {
  const { client, uid } = await newUser(site);
  const { recoveryCodes } = await addSecondFactor(site, uid);
  return { client, uid, input: { factor_code: recoveryCodes[0] ?? '' } };
}

/** A browser after the first step of a login whose second step accepts the code. */
async function withPendingLogin(site: TestSite) {
  const { uid, username } = await makeUser(site);
  const { recoveryCodes } = await addSecondFactor(site, uid);
  const client = newVisitor(site);
  await client.call(calls.user.login, { username, password: PASSWORD });
  return { client, uid, factor_code: recoveryCodes[0] ?? '' };
}

/** A team of such an owner, linked to the item, with one member. */
async function makeOwnedTeam(site: TestSite) {
  const own = await makeOwnedItem(site);
  return { ...own, ...(await addTeamMember(site, own.item_id, await makeUser(site))) };
}

const asTeamOwner =
  <I>(input: (own: Awaited<ReturnType<typeof makeOwnedTeam>>) => I) =>
  async (site: TestSite) => {
    const own = await makeOwnedTeam(site);
    return { client: own.client, uid: own.uid, input: input(own) };
  };

/** A script with the API key and token of such an item, without a session. */
const asScript =
  <I extends object>(input: (own: Awaited<ReturnType<typeof makeOwnedItem>>) => I) =>
  async (site: TestSite) => {
    const own = await makeOwnedItem(site);
    const { api_key, api_token } = await own.client.callOk(calls.item.getKey, own);
    return { client: newVisitor(site), uid: own.uid, input: { api_key, api_token, ...input(own) } };
  };

const asVisitor =
  <I>(input: I) =>
  async (site: TestSite) => ({ client: newVisitor(site), input });

/** One entry per call; a missing entry is a compile error. */
const validRequests: {
  readonly [Noun in keyof Calls]: {
    readonly [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends Call
      ? PrepareRequest<Calls[Noun][Verb]>
      : never;
  };
} = {
  extLogin: {
    async oauth2(site) {
      await enableOauth2Login(site);
      const client = newVisitor(site);
      return { client, input: { code: 'any', state: setOauth2AttemptCookie(site, client) } };
    },
    async backchannelLogout(site) {
      const { uid } = await newUser(site);
      const logout_token = await prepareLogoutToken(site, uid);
      return { client: newVisitor(site), uid, input: { logout_token } };
    },
    async bySecretKey(site) {
      const { uid, username } = await makeUser(site);
      return { client: newVisitor(site), uid, input: await makeSignedLink(site, { username }) };
    },
    async linkOauth2(site) {
      await enableOauth2Login(site);
      return asUser({ password: PASSWORD })(site);
    },
    async unlinkOauth2(site) {
      const prepared = await asUser({ password: PASSWORD })(site);
      const { uid } = prepared;
      await externalIdentityRepository(site.deps.db).insert(
        'oauth2',
        `http://harbor.test ${uid}`,
        uid,
      );
      return prepared;
    },
    loginMethods: asUser({}),
    async linkLdap(site) {
      const ldap = await enableLdapLogin(site);
      return asUser({ password: PASSWORD, ...ldap })(site);
    },
    async unlinkLdap(site) {
      const prepared = await asUser({ password: PASSWORD })(site);
      const { uid } = prepared;
      await externalIdentityRepository(site.deps.db).insert('ldap', `entry ${uid}`, uid);
      return prepared;
    },
    pendingLink: asPendingLink({}),
    confirmLink: asPendingLink({ password: PASSWORD }),
  },
  user: {
    async invitation(site) {
      const { token } = await withInviteLink(site);
      return { client: newVisitor(site), input: { token } };
    },
    async acceptInvitation(site) {
      const { token } = await withInviteLink(site);
      return { client: newVisitor(site), input: { token, ...credentials() } };
    },
    oauthInfo: asVisitor({}),
    proof: asUser({}),
    async login(site) {
      const { uid, username } = await makeUser(site);
      return { client: newVisitor(site), uid, input: { username, password: PASSWORD } };
    },
    async register(site) {
      const client = newVisitor(site);
      const v_code = await solveCaptcha(site, client, 'register');
      return { client, input: { ...credentials(), v_code } };
    },
    async setup(site) {
      const token = newToken();
      await site.database.query('update "user" set groupid = 2 where groupid = 1');
      await site.database.query(`delete from setting where name = 'setup_link_hash'`);
      await settingRepository(site.deps.db).insertSetupLink(hashToken(token).toString('hex'));
      return { client: newVisitor(site), input: { ...credentials(), token } };
    },
    info: asUser({}),
    confirm: asUser({ password: PASSWORD }),
    resetPassword: asUser({ password: PASSWORD, new_password: NEW_PASSWORD }),
    updateInfo: asUser({ name: 'Mei Lin', language: 'zh-cn' as const }),
    async updateEmail(site) {
      const { client, uid } = await newUser(site);
      const email = `${uniqueName('mail')}@harbor.test`;
      return { client, uid, input: { email, password: PASSWORD } };
    },
    async sendVerifyEmail(site) {
      const { client, uid } = await newUser(site);
      await userRepository(site.deps.db).bindEmail(uid, `${uniqueName('mail')}@harbor.test`);
      return { client, uid, input: {} };
    },
    async verifyEmail(site) {
      const { uid, token } = await mailedLink(site, 'verify');
      return { client: newVisitor(site), uid, input: { uid, token } };
    },
    async resetPasswordEmail(site) {
      const email = `${uniqueName('mail')}@harbor.test`;
      const { uid } = await makeUser(site, { email });
      const client = newVisitor(site);
      const v_code = await solveCaptcha(site, client, 'reset');
      return { client, uid, input: { email, v_code } };
    },
    async resetPasswordByUrl(site) {
      const link = await mailedLink(site, 'reset');
      const client = newVisitor(site);
      return { client, uid: link.uid, input: { ...link, new_password: NEW_PASSWORD } };
    },
    logout: asUser({}),
    allUser: asUser({ username: 'mei' }),
    devices: asUser({}),
    async revokeDevice(site) {
      const { client, uid } = await newUser(site);
      const [device] = await deviceRepository(site.deps.db).list(
        uid,
        await site.deps.settings.get(),
      );
      return { client, uid, input: { device_id: device?.device_id ?? 0 } };
    },
    async revokeOtherDevices(site) {
      const { client, uid } = await newUser(site);
      const token_hash = hashToken(newToken());
      const other = { uid, kind: 'token', token_hash, user_agent: '', address: '' } as const;
      await deviceRepository(site.deps.db).insert(other);
      return { client, uid, input: {} };
    },
  },
  accessToken: {
    getList: asUser({}),
    create: asUser({
      name: 'Build server',
      scopes: ['read' as const],
      item_ids: 'all' as const,
      days: 30,
      password: PASSWORD,
    }),
    async revoke(site) {
      const { client, uid } = await newUser(site);
      const { access_token } = await client.callOk(calls.accessToken.create, {
        name: 'Build server',
        scopes: ['read'],
        item_ids: 'all',
        days: 30,
        password: PASSWORD,
      });
      return { client, uid, input: { id: access_token.id } };
    },
  },
  common: {
    verify: asVisitor({ form: 'login' as const }),
    homePageSetting: asVisitor({}),
    qrcode: async (site) => ({
      client: newVisitor(site),
      input: { url: `${site.deps.config.publicUrl.origin}/help` },
    }),
  },
  item: {
    myList: asUser({}),
    add: asUser({ item_name: 'Harbor API', item_description: 'Orders', password: 'sesame' }),
    detail: asOwner(({ item_id }) => ({ item_id })),
    info: asOwner(({ item_id, page_id }) => ({ item_id, default_page_id: page_id })),
    async pwd(site) {
      const item_id = await makeItem(site, {
        password_hash: await site.deps.hasher.hash('sesame'),
      });
      return { client: newVisitor(site), input: { item_id, password: 'sesame' } };
    },
    sort: asOwner(({ item_id }) => ({ data: { [item_id]: 1 } })),
    async exitItem(site) {
      const { client, uid } = await newUser(site);
      const item_id = await makeItem(site);
      await addMember(site, item_id, { uid });
      return { client, uid, input: { item_id } };
    },
    search: asOwner(({ item_id }) => ({ item_id, keyword: 'read' })),
    update: asOwner(({ item_id }) => ({ item_id, item_name: 'Other', password: 'sesame' })),
    delete: asOwner(({ item_id }) => ({ item_id, password: PASSWORD })),
    archive: asOwner(({ item_id }) => ({ item_id, password: PASSWORD })),
    async attorn(site) {
      const { client, uid, item_id } = await makeOwnedItem(site);
      const { username } = await makeUser(site);
      return { client, uid, input: { item_id, username, password: PASSWORD } };
    },
    getKey: asOwner(({ item_id }) => ({ item_id })),
    resetKey: asOwner(({ item_id }) => ({ item_id })),
    explainAccess: asOwner(({ item_id, page_id, username }) => ({ item_id, page_id, username })),
  },
  home: {
    open: asUser({}),
    viewed: asOwner(({ page_id }) => ({ page_id })),
    recent: asUser({}),
    changes: asUser({}),
    async markSeen(site) {
      const { client, uid } = await newUser(site);
      await client.callOk(calls.home.open, {});
      return { client, uid, input: { seen_until: '2099-12-31T08:00:00Z' } };
    },
  },
  favourite: {
    list: asUser({}),
    add: asOwner(({ page_id }) => ({ page_id })),
    delete: withFavourites(({ page_id }) => ({ page_id })),
    sort: withFavourites(({ page_id, item_id }) => ({ favourites: [{ page_id }, { item_id }] })),
  },
  itemGroup: {
    getList: asUser({}),
    save: asOwner(({ item_id }) => ({ group_name: 'Work', item_ids: String(item_id) })),
    async delete(site) {
      const { client, uid } = await newUser(site);
      const { id } = await client.callOk(calls.itemGroup.save, { group_name: 'W', item_ids: '' });
      return { client, uid, input: { id } };
    },
    async saveSort(site) {
      const { client, uid } = await newUser(site);
      const { id } = await client.callOk(calls.itemGroup.save, { group_name: 'W', item_ids: '' });
      return { client, uid, input: { groups: [{ id, s_number: 5 }] } };
    },
  },
  catalog: {
    catListGroup: asOwner(({ item_id }) => ({ item_id })),
    catListName: asOwner(({ item_id }) => ({ item_id })),
    branch: asOwner(({ item_id, cat_id }) => ({ item_id, cat_id })),
    getPagesBycat: asOwner(({ item_id, cat_id }) => ({ item_id, cat_id })),
    save: asOwner(({ item_id }) => ({ item_id, cat_name: 'Reference' })),
    delete: asOwner(({ cat_id }) => ({ cat_id })),
    batUpdate: asOwner(({ item_id, catalog: { cat_id } }) => ({
      item_id,
      cats: [{ cat_id, cat_name: 'Renamed', parent_cat_id: 0, s_number: 3 }],
    })),
    copy: asOwner(({ cat_id }) => ({ cat_id })),
    search: asUser({ keyword: 'guides' }),
    move: asOwner(({ item_id, cat_id }) => ({ item_id, cat_ids: [cat_id] })),
    async undoMove(site) {
      const { client, uid, item_id, page_id } = await makeOwnedItem(site);
      const moved = { item_id, page_ids: [page_id] };
      const { move_id } = await client.callOk(calls.page.move, moved);
      return { client, uid, input: { item_id, move_id } };
    },
    deleteMany: asOwner(({ item_id, cat_id, page_id }) => ({
      item_id,
      cat_ids: [cat_id],
      page_ids: [page_id],
    })),
  },
  export: {
    word: asOwner(({ item_id }) => ({ item_id })),
    markdown: asOwner(({ item_id }) => ({ item_id })),
    html: asOwner(({ item_id }) => ({ item_id })),
    openapi: asOwner(({ item_id }) => ({ item_id })),
    forms: asUser({}),
    begin: asOwner(({ item_id }) => ({ item_id, format: 'markdown' as const })),
    status: withExport,
    download: withExport,
  },
  notice: {
    getList: asUser({}),
    setRead: withNotice,
    setAllRead: async (site) => ({ ...(await withNotice(site)), input: {} }),
    delete: withNotice,
    feedback: asUser({ content: 'The search is quick.' }),
  },
  audit: {
    getList: asOwner(({ item_id }) => ({ item_id })),
    export: asOwner(({ item_id }) => ({ item_id })),
    exportLines: asOwner(({ item_id }) => ({ item_id })),
  },
  search: { all: asOwner(() => ({ keyword: 'read' })), misses: asAdmin({}) },
  adminNotice: {
    getList: asAdmin({}),
    announce: asAdmin({ notice_title: 'Maintenance', notice_content: 'On Sunday' }),
    async delete(site) {
      const { client, uid } = await asAdmin({})(site);
      const made = { notice_title: 'Maintenance', notice_content: '' };
      await client.callOk(calls.adminNotice.announce, made);
      const [row] = await client.callOk(calls.adminNotice.getList, {});
      return { client, uid, input: { notice_id: row?.notice_id ?? 0 } };
    },
  },
  import: {
    auto: asUser({}),
    plan: asUser({}),
    apply: withImport(false),
    undo: withImport(true),
    status: withImport(false),
    async compare(site) {
      const { client, uid, input } = await withImport(true)(site);
      const { item_id } = await client.callOk(calls.import.status, input);
      // Simulates a page that a user wrote by hand.
      await site.database.query('delete from import_page where item_id = $1', [item_id]);
      await site.database.query(
        `update page_body set page_content = 'by hand'
         where page_id in (select page_id from page where item_id = $1)`,
        [item_id],
      );
      const { task_id } = await client.callOk(calls.import.plan, { item_id });
      return { client, uid, input: { task_id, at: 0 } };
    },
  },
  task: {
    async stop(site) {
      const { client, uid } = await newUser(site);
      const waiting = { uid, item_id: 0, kind: 'export', step: exportStep.name, request: {} };
      return {
        client,
        uid,
        input: { task_id: await taskRepository(site.deps.db).insert(waiting) },
      };
    },
  },
  adminUser: {
    getInvitations: asAdmin({}),
    async checkInvited(site) {
      return asAdmin({ people: [`${uniqueName('new')}@harbor.test`] })(site);
    },
    async invite(site) {
      return asAdmin({ people: [`Mei <${uniqueName('new')}@harbor.test>`], days: 3 })(site);
    },
    createInviteLink: asAdmin({ max_uses: 2 }),
    async resendInvitation(site) {
      const { client, uid } = await asAdmin({})(site);
      const people = [`${uniqueName('new')}@harbor.test`];
      await client.callOk(calls.adminUser.invite, { people });
      const { invitations } = await client.callOk(calls.adminUser.getInvitations, {});
      return { client, uid, input: { invitation_id: invitations[0]?.invitation_id ?? 0 } };
    },
    async revokeInvitation(site) {
      const { client, uid, invitation_id } = await withInviteLink(site);
      return { client, uid, input: { invitation_id } };
    },
    getList: asAdmin({ username: 'new' }),
    export: asAdmin({ state: 'active' as const }),
    getUser: onOtherUser({}),
    previewChange: onOtherUsers({ action: 'disable' as const }),
    changeUsers: onOtherUsers({ action: 'disable' as const }),
    async addUser(site) {
      const { client, uid } = await asAdmin({})(site);
      return { client, uid, input: { username: uniqueName('new'), password: PASSWORD } };
    },
    getBelongings: onOtherUser({}),
    deleteUser: onOtherUser({}),
    disableUser: onOtherUser({ is_disabled: 1 }),
    setRole: onOtherUser({ groupid: 3 }),
    async setLocalAccess(site) {
      const { client, uid, input } = await onOtherUser({ local_access: 0 as const })(site);
      await externalIdentityRepository(site.deps.db).insert('ldap', uniqueName('id'), input.uid);
      return { client, uid, input };
    },
    devices: onOtherUser({}),
    revokeDevices: onOtherUser({}),
    getTokens: onOtherUser({}),
    revokeTokens: onOtherUser({}),
    getLoginMethods: onOtherUser({}),
    async findIdentity(site) {
      await enableOauth2Login(site);
      return asAdmin({ kind: 'oauth2' as const, identity: uniqueName('id') })(site);
    },
    async linkIdentity(site) {
      await enableOauth2Login(site);
      return onOtherUser({ kind: 'oauth2' as const, identity: uniqueName('id') })(site);
    },
    async unlinkIdentity(site) {
      const prepared = await onOtherUser({ kind: 'ldap' as const })(site);
      const { uid } = prepared.input;
      await externalIdentityRepository(site.deps.db).insert('ldap', `entry ${uid}`, uid);
      return prepared;
    },
    async getMerge(site) {
      return onOtherUser({ to_username: (await makeUser(site)).username })(site);
    },
    async mergeUser(site) {
      const to_username = (await makeUser(site)).username;
      return onOtherUser({ to_username, password: PASSWORD })(site);
    },
  },
  adminUserImport: {
    plan: asAdmin({}),
    async setColumns(site) {
      const prepared = await withUserImport('planned')(site);
      return { ...prepared, input: { ...prepared.input, columns: { username: 0 } } };
    },
    status: withUserImport('planned'),
    latest: async (site) => ({ ...(await withUserImport('planned')(site)), input: {} }),
    apply: withUserImport('planned'),
    invite: withUserImport('done'),
    leftOut: withUserImport('planned'),
  },
  adminItem: {
    getList: asAdmin({ item_name: 'a' }),
    deleteItem: onOthersItem(async () => ({})),
    attorn: onOthersItem(async (site) => ({ username: (await makeUser(site)).username })),
    async recoverItem(site) {
      const prepared = await onOthersItem(async () => ({}))(site);
      await prepared.client.callOk(calls.adminItem.deleteItem, prepared.input);
      return prepared;
    },
  },
  adminDirectory: {
    loadConfig: asAdmin({}),
    saveConfig: asAdmin({
      directory_form: { user_filter: '(objectClass=inetOrgPerson)' },
      mappings: [{ group_dn: 'cn=platform,dc=harbor,dc=test', team_id: 0, groupid: 2 }],
    }),
    countMatches: asAdmin({
      user_filter: '(objectClass=inetOrgPerson)',
      group_filter: '',
      group_base_dn: '',
    }),
    async listGroups(site) {
      await enableLdapLogin(site);
      return asAdmin({ word: 'a' })(site);
    },
    listTeams: asAdmin({ word: 'a' }),
    async start(site) {
      await endDirectoryRuns(site);
      return asAdmin({ is_preview: true })(site);
    },
    getRuns: asAdmin({}),
    async getRun(site) {
      await endDirectoryRuns(site);
      const run = { kind: 'preview', uid: null, max_disabled: null } as const;
      const run_id = (await directoryRunRepository(site.deps.db).insert(run)) ?? 0;
      return asAdmin({ run_id })(site);
    },
  },
  adminScim: {
    loadConfig: asAdmin({}),
    saveConfig: asAdmin({ scim_form: { login: 'oauth2' }, mappings: [] }),
    listGroups: asAdmin({ word: 'a' }),
    async createToken(site) {
      await site.database.query('delete from scim_token');
      return asAdmin({ name: 'Harbor directory', password: PASSWORD })(site);
    },
    async revokeToken(site) {
      await site.database.query('delete from scim_token');
      const { id } = await makeScimToken(site);
      return asAdmin({ id })(site);
    },
    async allowLink(site) {
      const { uid, username } = await makeUser(site);
      await scimRejectionRepository(site.deps.db).record(uid, 'usernameTaken', username);
      const input = { uid, reason: 'usernameTaken', is_allowed: true, password: PASSWORD } as const;
      return asAdmin(input)(site);
    },
  },
  adminUpdate: {
    checkUpdate: asAdmin({}),
    download: asAdmin({}),
    updateFiles: asAdmin({}),
    history: asAdmin({}),
  },
  adminSecurity: {
    load: asAdmin({}),
    preview: asAdmin({ session_idle_days: 7 }),
    save: asAdmin({ second_factor_days: 14 }),
    getSecondFactors: onOtherUser({}),
    async removeSecondFactors(site) {
      const { client, uid, input } = await onOtherUser({ password: PASSWORD })(site);
      await addSecondFactor(site, input.uid);
      return { client, uid, input };
    },
  },
  passkey: {
    startLogin: asVisitor({}),
    async login(site) {
      const { uid } = await makeUser(site);
      const device = await addPasskey(site, uid);
      const client = newVisitor(site);
      const { options } = await client.callOk(calls.passkey.startLogin, {});
      return { client, uid, input: { passkey: device.sign(options) } };
    },
    startConfirmation: asUser({}),
    startCreate: asUser({ password: PASSWORD }),
    async create(site) {
      const { client, uid } = await newUser(site);
      const password = { password: PASSWORD };
      const { options } = await client.callOk(calls.passkey.startCreate, password);
      const device = new Authenticator(site.deps.config.publicUrl.origin);
      return { client, uid, input: { name: 'Laptop', passkey: device.create(options) } };
    },
    async rename(site) {
      const { client, uid, id } = await withPasskey(site);
      return { client, uid, input: { id, name: 'Laptop' } };
    },
    async remove(site) {
      const { client, uid, id, device } = await withPasskey(site);
      return { client, uid, input: { id, passkey: await confirmationOf(client, device) } };
    },
  },
  secondFactor: {
    async pending(site) {
      return { ...(await withPendingLogin(site)), input: {} };
    },
    async confirmLogin(site) {
      const { factor_code, ...pending } = await withPendingLogin(site);
      return { ...pending, input: { factor_code } };
    },
    status: asUser({}),
    startTotp: asUser({ password: PASSWORD }),
    async confirmTotp(site) {
      const { client, uid } = await newUser(site);
      const { secret } = await client.callOk(calls.secondFactor.startTotp, { password: PASSWORD });
      return { client, uid, input: { factor_code: totpCode(site, secret) } };
    },
    removeTotp: withSecondFactor,
    createRecoveryCodes: withSecondFactor,
  },
  adminSystem: {
    diagnose: asAdmin({}),
    deadJobs: asAdmin({}),
    retryJobs: withFailedJob,
    discardJobs: withFailedJob,
  },
  adminSetting: {
    loadConfig: asAdmin({}),
    saveConfig: asAdmin({ register_open: 1, oss_setting: { oss_type: 's3', secret: 'k-8f2a91' } }),
    uploadLogo: asAdmin({}),
    loadLdapConfig: asAdmin({}),
    saveLdapConfig: asAdmin({
      ldap_open: 0,
      ldap_form: { ...UNREACHABLE_DIRECTORY, bind_password: 'k-8f2a91' },
    }),
    loadOauth2Config: asAdmin({}),
    saveOauth2Config: asAdmin({
      oauth2_open: 0,
      oauth2_form: { ...UNREACHABLE_PROVIDER, client_secret: 'k-8f2a91' },
    }),
    testOauth2: asAdmin({ oauth2_form: UNREACHABLE_PROVIDER }),
    async discoverOauth2(site) {
      const { host } = await enableOauth2Login(site);
      return asAdmin({ issuer: `http://${host}` })(site);
    },
    async checkOidc(site) {
      const { host } = await enableOauth2Login(site);
      return asAdmin({ issuer: `http://${host}` })(site);
    },
    getLoginSecretKey: asAdmin({}),
    resetLoginSecretKey: asAdmin({}),
    saveLoginLinks: asAdmin({ older_login_links: 1 }),
    testLdap: asAdmin({ ldap_form: UNREACHABLE_DIRECTORY, username: 'mei', password: PASSWORD }),
    testMail: asAdmin({
      mail_setting: { host: '127.0.0.1', port: 9, sender: 'docs@harbor.test' },
      to: 'mei@harbor.test',
    }),
    // Nothing listens there: the response reports the failure.
    testStorage: asAdmin({
      oss_setting: {
        oss_type: 's3',
        endpoint: 'http://127.0.0.1:9',
        bucket: 'b',
        secret: 'k-8f2a91',
      },
    }),
  },
  open: {
    updateItem: asScript(() => ({ cat_name: 'Orders', page_title: 'T', page_content: 'words' })),
    getPage: asScript(({ page_id }) => ({ page_id })),
    deletePage: asScript(({ page_id }) => ({ page_id })),
    getCatalogTree: asScript(() => ({})),
    createCatalog: asScript(() => ({ cat_name: 'Reference' })),
    updateCatalog: asScript(({ cat_id }) => ({ cat_id, cat_name: 'Renamed' })),
    deleteCatalog: asScript(({ cat_id }) => ({ cat_id })),
    uploadAttachment: asScript(({ page_id }) => ({ page_id })),
    importFile: asScript(() => ({})),
    async deleteAttachment(site) {
      const { client, input, ...own } = await asScript(() => ({}))(site);
      const { file_id } = await client.callOk(calls.open.uploadAttachment, input);
      return { client, ...own, input: { ...input, file_id } };
    },
    updateDbItem: asScript(() => ({
      table_info: 'TABLE_NAME\tTABLE_COMMENT\norders\tWhat was bought\n',
      table_detail: 'T\tC\tD\tN\tT\tC\norders\tid\tNULL\tNO\tbigint\tkey\n',
    })),
    fromComments: asScript(() => ({
      content: '/**\n * showdoc\n * @title Pay\n * @url /pay\n */',
    })),
  },
  page: {
    info: asOwner(({ page_id }) => ({ page_id })),
    infoByKey: withSinglePageKey,
    save: asOwner(({ page_id }) => ({ page_id, page_title: 'T', page_content: 'new words' })),
    rename: asOwner(({ page_id }) => ({ page_id, page_title: 'Ports' })),
    duplicate: asOwner(({ page_id }) => ({ page_id })),
    move: asOwner(({ item_id, page_id, cat_id }) => ({ item_id, page_ids: [page_id], cat_id })),
    sort: asOwner(({ item_id, page_id }) => ({ item_id, pages: { [page_id]: 1 } })),
    suggest: asOwner(({ item_id }) => ({ item_id, keyword: 'read' })),
    headings: asOwner(({ page_id }) => ({ page_id })),
    backlinks: asOwner(({ page_id }) => ({ page_id })),
    saveDraft: asOwner(({ page_id }) => ({
      page_id,
      draft_id: randomUUID(),
      page_content: 'unsaved words',
      revision: 1,
    })),
    drafts: asUser({}),
    draftById: withDraft,
    deleteDraft: withDraft,
    history: withVersion(({ page_id }) => ({ page_id })),
    updateHistoryComments: withVersion(({ page_id, page_history_id }) => ({
      page_id,
      page_history_id,
      page_comments: 'before the release',
    })),
    diff: withVersion(({ page_id, page_history_id }) => ({ page_id, page_history_id })),
    delete: asOwner(({ page_id }) => ({ page_id })),
    createSinglePage: asOwner(({ page_id }) => ({ page_id, isCreateSiglePage: true })),
    setLock: asOwner(({ page_id }) => ({ page_id })),
    isLock: asOwner(({ page_id }) => ({ page_id })),
    async askLock(site) {
      const { item_id, page_id, client: lockHolder } = await makeOwnedItem(site);
      await lockHolder.callOk(calls.page.setLock, { page_id });
      const { client, uid } = await newUser(site);
      await addMember(site, item_id, { uid }, { edit: true });
      return { client, uid, input: { page_id } };
    },
    async answerLock(site) {
      const { item_id, page_id, client, uid } = await makeOwnedItem(site);
      await client.callOk(calls.page.setLock, { page_id });
      const requester = await newUser(site);
      await addMember(site, item_id, requester, { edit: true });
      await requester.client.callOk(calls.page.askLock, { page_id });
      return { client, uid, input: { page_id, username: requester.username, is_agreed: true } };
    },
    // tests/helpers/multipart.ts adds the file itself.
    upload: asOwner(({ item_id, page_id }) => ({ item_id, page_id })),
    uploadImg: asOwner(({ item_id, page_id }) => ({ item_id, page_id })),
    uploadList: asOwner(({ page_id }) => ({ page_id })),
    uploadListByKey: withSinglePageKey,
    downloadFiles: asOwner(({ page_id }) => ({ page_id })),
    downloadFilesByKey: withSinglePageKey,
    async deleteUploadFile(site) {
      const { client, uid, page_id } = await makeOwnedItem(site);
      const { file_id } = await client.callOk(calls.page.upload, { page_id });
      return { client, uid, input: { page_id, file_id } };
    },
  },
  attachment: {
    upload: asUser({}),
    getMyList: asUser({}),
    getPages: withOwnFile,
    deleteMyAttachment: withOwnFile,
    async bindingPage(site) {
      const { client, uid, page_id } = await makeOwnedItem(site);
      const { file_id } = await client.callOk(calls.attachment.upload, {});
      return { client, uid, input: { file_id, page_id } };
    },
    getAllList: asAdmin({}),
    async deleteAttachment(site) {
      const { client, uid } = await asAdmin({})(site);
      return { client, uid, input: (await withOwnFile(site)).input };
    },
  },
  recycle: {
    getList: asOwner(({ item_id }) => ({ item_id })),
    async recover(site) {
      const { client, uid, item_id, page_id } = await makeOwnedItem(site);
      await client.callOk(calls.page.delete, { page_id });
      return { client, uid, input: { item_id, page_id } };
    },
  },
  sheet: {
    read: asOwner(({ page_id }) => ({ page_id })),
    export: asOwner(({ page_id }) => ({ page_id })),
  },
  mock: {
    add: asOwner(({ page_id }) => ({ page_id, template: '{"name":"@name"}', path: '/orders' })),
    infoByPageId: asOwner(({ page_id }) => ({ page_id })),
    sample: asOwner(({ page_id }) => ({ page_id, template: '{"name":"@name"}' })),
    openPath: asOwner(({ item_id }) => ({ item_id, is_open: true })),
  },
  template: {
    getList: asUser({}),
    save: asUser({ template_title: 'Call', template_content: '## Call' }),
    async delete(site) {
      const { client, uid } = await newUser(site);
      const template = { template_title: 'Call', template_content: '' };
      const { id } = await client.callOk(calls.template.save, template);
      return { client, uid, input: { id } };
    },
  },
  member: {
    getList: asOwner(({ item_id }) => ({ item_id })),
    mentionable: asOwner(({ item_id }) => ({ item_id, keyword: 'a' })),
    async save(site) {
      const { client, uid, item_id, cat_id } = await makeOwnedItem(site);
      const { username } = await makeUser(site);
      return { client, uid, input: { item_id, username, member_group_id: 1, cat_id } };
    },
    async delete(site) {
      const { client, uid, item_id } = await makeOwnedItem(site);
      await addMember(site, item_id, await makeUser(site));
      const [member] = await client.callOk(calls.member.getList, { item_id });
      return { client, uid, input: { item_id, item_member_id: member?.item_member_id ?? 0 } };
    },
  },
  team: {
    getList: asUser({}),
    save: asUser({ team_name: 'Storefront squad' }),
    delete: asTeamOwner(({ team_id }) => ({ id: team_id })),
    async attorn(site) {
      const { client, uid, team_id } = await makeOwnedTeam(site);
      const { username } = await makeUser(site);
      return { client, uid, input: { team_id, username, password: PASSWORD } };
    },
  },
  teamMember: {
    getList: asTeamOwner(({ team_id }) => ({ team_id })),
    async save(site) {
      const { client, uid, team_id } = await makeOwnedTeam(site);
      const { username } = await makeUser(site);
      return { client, uid, input: { team_id, member_username: [username] } };
    },
    async delete(site) {
      const { client, uid, team_id } = await makeOwnedTeam(site);
      const [member] = await client.callOk(calls.teamMember.getList, { team_id });
      return { client, uid, input: { id: member?.id ?? 0 } };
    },
  },
  teamItem: {
    getList: asTeamOwner(({ item_id }) => ({ item_id })),
    getListByTeam: asTeamOwner(({ team_id }) => ({ team_id })),
    async save(site) {
      const own = await makeOwnedTeam(site);
      const item_id = await makeItem(site, { owner: own });
      return { client: own.client, uid: own.uid, input: { team_id: own.team_id, item_id } };
    },
    setRight: asTeamOwner(({ team_item_id }) => ({ id: team_item_id, member_group_id: 1 })),
    delete: asTeamOwner(({ team_item_id }) => ({ id: team_item_id })),
  },
  teamItemMember: {
    getList: asTeamOwner(({ item_id, team_id }) => ({ item_id, team_id })),
    save: asTeamOwner(({ id, cat_id }) => ({ id, member_group_id: 1, cat_id })),
    async delete(site) {
      const prepared = await asTeamOwner(({ id }) => ({ id }))(site);
      const exception = { ...prepared.input, member_group_id: 1 };
      await prepared.client.callOk(calls.teamItemMember.save, exception);
      return prepared;
    },
  },
  scriptCron: { run: asVisitor({}) },
  update: { checkDb: asVisitor({}) },
};

interface CallCase {
  readonly name: string;
  readonly call: Call;
  readonly prepare: PrepareRequest;
}

/** These calls can change the whole site, for example to a store that does not exist or to a disabled login. */
const isSiteWide = ([noun]: readonly [string, unknown]) => noun === 'adminSetting';

/** Every call of the contract, for generic tests; calls that change the whole site come last. */
export const allCalls: readonly CallCase[] = Object.entries(calls)
  .toSorted((a, b) => Number(isSiteWide(a)) - Number(isSiteWide(b)))
  .flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, call]: [string, Call]) => ({
      name: `${noun}.${verb}`,
      call,
      // The table above has one entry for each of exactly these names.
      prepare: (validRequests as unknown as Record<string, Record<string, PrepareRequest>>)[noun]?.[
        verb
      ] as PrepareRequest,
    })),
  );

/** A successful query changes nothing; any other call may use up a captcha or the object itself. */
export const isSuccessfulQuery = ({ kind, limit }: Call, body: string): boolean =>
  kind === 'query' && !limit && body.startsWith('{"error_code":0,');

/** The prepared input can be reused: nothing changed, or the fields were rejected. */
export const isReusable = (call: Call, body: string): boolean =>
  isSuccessfulQuery(call, body) || body.startsWith('{"error_code":10101');

export const allCommands = allCalls.filter(({ call }) => call.kind === 'command');
