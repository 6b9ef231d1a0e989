import type { Access, ItemRight } from '@octavo/contract/access';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import type { Call, CallResult, CallRequest } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import type { z } from 'zod';
import { authorizeItem } from '../access/authorize.ts';
import type { GrantOf, ItemGrant } from '../access/grant.ts';
import type { Viewer, ViewerOf } from '../access/viewer.ts';
import type { Connection, Trx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/define-job.ts';
import { auditEntries } from './audit-entry.ts';
import type { AuditNote } from './audit-entry.ts';
import type { UploadedFile } from './spool.ts';
import type { CachedResponse } from './cached-response.ts';
import { withTransaction } from '../db/repository.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';

/** The connection of repositories and the queue of jobs, both bound to the transaction if there is one. */
export interface UnitOfWork {
  readonly db: Connection;
  enqueue<P extends z.ZodType>(job: Job<P>, payload: z.input<P>): Promise<void>;
  /** Runs `act` after the commit, never after a rollback. For notifications and cache invalidations. */
  afterCommit(act: () => void): void;
}

/** The client that sent the request, and its cookies. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** The id of the request in the log. */
  readonly requestId: string;
  /** True for requests of a web page, which receive a token in the response only if they ask for it (`with_token`). */
  readonly isBrowser: boolean;
  captchaCookie(form: CaptchaForm): string | undefined;
  setLogin(token: string, seconds: number): void;
  clearLogin(): void;
  /** The OAuth2 login that this browser has started, encrypted. */
  oauth2Attempt(): string | undefined;
  setOauth2Attempt(encrypted: string, seconds: number): void;
  clearOauth2Attempt(): void;
  /** The external identity that this browser may link to an account, encrypted. */
  pendingLink(): string | undefined;
  setPendingLink(encrypted: string, seconds: number): void;
  clearPendingLink(): void;
  /** The token of the login in this browser that still lacks the second factor. */
  pendingLogin(): string | undefined;
  setPendingLogin(token: string, seconds: number): void;
  clearPendingLogin(): void;
  /** The challenge for a passkey of this browser, encrypted. */
  passkeyChallenge(): string | undefined;
  setPasskeyChallenge(encrypted: string, seconds: number): void;
  clearPasskeyChallenge(): void;
  setCaptcha(form: CaptchaForm, encrypted: string, seconds: number): void;
  /** The password version of this browser's visit pass for an item. */
  visitPass(itemId: number): number | undefined;
  grantVisitPass(itemId: number, version: number): void;
}

export interface Ctx<A extends Access = Access> extends UnitOfWork {
  /** Adds data to the audit entry of this command. */
  note(note: AuditNote): void;
  readonly deps: Deps;
  readonly viewer: ViewerOf<A>;
  readonly grant: GrantOf<A>;
  readonly language: Language;
  readonly client: Client;
  /** The uploaded file of the field that the call declares as `file`. */
  readonly file: UploadedFile | undefined;
  /** Authorizes a second item of the call. */
  authorize(right: ItemRight, itemId: number): Promise<ItemGrant>;
  /** For calls with `transaction: 'own'`: runs `work` in one transaction. */
  transaction<T>(work: (work: UnitOfWork) => Promise<T>): Promise<T>;
}

export type Handler<C extends Call, A = CallResult<C> | CachedResponse> = (
  ctx: Ctx<C['access']>,
  input: CallRequest<C>,
) => Promise<A>;

/** One handler per call of a noun. A missing one is a compile error. */
export type Handlers<Noun extends Record<string, Call>> = {
  readonly [Verb in keyof Noun]: Handler<Noun[Verb]>;
};

function createUnitOfWork(trx: Trx | undefined, deps: Deps, callbacks: (() => void)[]): UnitOfWork {
  return {
    db: trx ?? deps.db,
    enqueue: (job, payload) => deps.queue.enqueue(job, payload, trx),
    afterCommit: (act) => {
      callbacks.push(act);
    },
  };
}

/** Runs `act` in one transaction, and its `afterCommit` callbacks after the commit. */
export async function inTransaction<T>(
  deps: Deps,
  act: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const callbacks: (() => void)[] = [];
  const result = await withTransaction(deps.db, (trx) =>
    act(createUnitOfWork(trx, deps, callbacks)),
  );
  for (const callback of callbacks) callback();
  return result;
}

/** Runs a handler as its call declares: in one transaction, in transactions of its own, or in none. */
export async function runCall<C extends Call, A>(
  call: C,
  handler: Handler<C, A>,
  context: {
    deps: Deps;
    viewer: Viewer;
    grant: unknown;
    language: Language;
    client: Client;
    file?: UploadedFile | undefined;
    keyTail?: string | undefined;
    tokenPrefix?: string | undefined;
  },
  input: CallRequest<C>,
): Promise<A> {
  // The guard of the call has ensured that viewer and grant match its access.
  const base = context as unknown as Pick<
    Ctx<C['access']>,
    'deps' | 'viewer' | 'grant' | 'language' | 'client' | 'file'
  >;
  const { deps, viewer, client } = context;
  const authorize: Ctx['authorize'] = (right, itemId) =>
    authorizeItem({ viewer, visitPass: client.visitPass }, right, itemId, deps);
  const notes: AuditNote[] = [];
  const note: Ctx['note'] = (added) => {
    notes.push(added);
  };
  /** Writes the audit entries in the transaction of the change, so that neither exists without the other. */
  const withAudit = async <T>(
    work: UnitOfWork,
    act: (work: UnitOfWork) => Promise<T>,
  ): Promise<T> => {
    const answer = await act(work);
    const auditNote: AuditNote = Object.assign({}, ...notes);
    for (const entry of auditEntries(call, { ...context, input, answer, note: auditNote }))
      await auditRepository(work.db).insert(entry);
    return answer;
  };
  if (call.kind === 'command' && call.transaction !== 'own')
    return inTransaction(deps, (work) =>
      withAudit(work, () =>
        handler({ ...base, ...work, authorize, note, transaction: (act) => act(work) }, input),
      ),
    );
  const callbacks: (() => void)[] = [];
  const work = createUnitOfWork(undefined, deps, callbacks);
  const transaction: Ctx['transaction'] = (act) =>
    inTransaction(deps, (own) => withAudit(own, act));
  const answer = await handler({ ...base, ...work, authorize, note, transaction }, input);
  for (const callback of callbacks) callback();
  return answer;
}
