import type { Access, ItemRight } from '@octavo/contract/access';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import type { Call, CallAnswer, CallRequest } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import type { z } from 'zod';
import { admitToItem } from '../access/gate.ts';
import type { GrantOf, ItemGrant } from '../access/grant.ts';
import type { Viewer, ViewerOf } from '../access/viewer.ts';
import type { Trx } from '../db/connect.ts';
import { repositories } from '../db/repositories.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/define-job.ts';
import { auditEntries } from './audit-entry.ts';
import type { AuditNote } from './audit-entry.ts';
import type { SentFile } from './spool.ts';
import type { Prepared } from './prepared.ts';

/** What changes data: repositories and jobs, both bound to the transaction if there is one. */
export interface Work {
  readonly repos: Repositories;
  enqueue<P extends z.ZodType>(job: Job<P>, payload: z.input<P>): Promise<void>;
  /** Runs once the data is safe, and not at all if it never was: for telling others. */
  afterCommit(act: () => void): void;
}

/** What a handler knows of the other end. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** True for a page of a browser: it never gets a token in the answer. */
  readonly isBrowser: boolean;
  captchaCookie(form: CaptchaForm): string | undefined;
  setLogin(token: string): void;
  clearLogin(): void;
  /** A login by a provider that this browser has begun, sealed. */
  oauth2Attempt(): string | undefined;
  setOauth2Attempt(sealed: string, seconds: number): void;
  clearOauth2Attempt(): void;
  /** The external identity that this browser may link to an account, encrypted. */
  pendingLink(): string | undefined;
  setPendingLink(sealed: string, seconds: number): void;
  clearPendingLink(): void;
  setCaptcha(form: CaptchaForm, sealed: string, seconds: number): void;
  /** The password version of this browser's pass for an item. */
  visitPass(itemId: number): number | undefined;
  giveVisitPass(itemId: number, version: number): void;
}

export interface Ctx<A extends Access = Access> extends Work {
  /** Adds to the audit log's entry of this command what only its handler knows. */
  note(note: AuditNote): void;
  readonly deps: Deps;
  readonly viewer: ViewerOf<A>;
  readonly grant: GrantOf<A>;
  readonly language: Language;
  readonly client: Client;
  /** What came in the field that the call declares as `file`. */
  readonly file: SentFile | undefined;
  /** A second item in the call, by the same gate. */
  admit(right: ItemRight, itemId: number): Promise<ItemGrant>;
  /** For calls with `transaction: 'own'`: the part that must hold together. */
  transaction<T>(work: (work: Work) => Promise<T>): Promise<T>;
}

export type Handler<C extends Call, A = CallAnswer<C> | Prepared> = (
  ctx: Ctx<C['access']>,
  input: CallRequest<C>,
) => Promise<A>;

/** One handler per call of a noun; a missing one does not compile. */
export type Handlers<Noun extends Record<string, Call>> = {
  readonly [Verb in keyof Noun]: Handler<Noun[Verb]>;
};

function workOn(trx: Trx | undefined, deps: Deps, later: (() => void)[]): Work {
  return {
    repos: trx ? repositories(trx) : deps.repos,
    enqueue: (job, payload) => deps.queue.enqueue(job, payload, trx),
    afterCommit: (act) => {
      later.push(act);
    },
  };
}

/** One transaction; others are told once it is committed. */
export async function inTransaction<T>(deps: Deps, act: (work: Work) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const result = await deps.db.transaction().execute((trx) => act(workOn(trx, deps, later)));
  for (const tell of later) tell();
  return result;
}

/** Runs a handler the way its call declares: in one transaction, its own, or none. */
export async function runCall<C extends Call, A>(
  call: C,
  handler: Handler<C, A>,
  known: {
    deps: Deps;
    viewer: Viewer;
    grant: unknown;
    language: Language;
    client: Client;
    file?: SentFile | undefined;
    keyTail?: string | undefined;
  },
  input: CallRequest<C>,
): Promise<A> {
  // The gate has just made viewer and grant match the call's access.
  const base = known as unknown as Pick<
    Ctx<C['access']>,
    'deps' | 'viewer' | 'grant' | 'language' | 'client' | 'file'
  >;
  const { deps, viewer, client } = known;
  const admit: Ctx['admit'] = (right, itemId) =>
    admitToItem({ viewer, visitPass: client.visitPass }, right, itemId, deps);
  const notes: AuditNote[] = [];
  const note: Ctx['note'] = (added) => {
    notes.push(added);
  };
  /** In the transaction of what it tells, so that neither is there without the other. */
  const audited = async <T>(work: Work, act: (work: Work) => Promise<T>): Promise<T> => {
    const answer = await act(work);
    const told: AuditNote = Object.assign({}, ...notes);
    for (const entry of auditEntries(call, { ...known, input, answer, note: told }))
      await work.repos.audits.insert(entry);
    return answer;
  };
  if (call.kind === 'command' && call.transaction !== 'own')
    return inTransaction(deps, (work) =>
      audited(work, () =>
        handler({ ...base, ...work, admit, note, transaction: (act) => act(work) }, input),
      ),
    );
  const later: (() => void)[] = [];
  const work = workOn(undefined, deps, later);
  const transaction: Ctx['transaction'] = (act) => inTransaction(deps, (own) => audited(own, act));
  const answer = await handler({ ...base, ...work, admit, note, transaction }, input);
  for (const tell of later) tell();
  return answer;
}
