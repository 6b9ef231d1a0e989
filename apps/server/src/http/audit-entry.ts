import type { Call } from '@octavo/contract/define-call';
import type { Viewer } from '../access/viewer.ts';
import type { auditRepository } from '../modules/audit/audit.repository.ts';

type Fields = Readonly<Record<string, unknown>>;
type NewEntry = Parameters<ReturnType<typeof auditRepository>['insert']>[0];

/** Data that a handler adds to the audit entry of its command, such as ids that are not in the request. */
export interface AuditNote {
  /** One of the actions that the call declares in `auditActions`. */
  readonly as?: string;
  readonly subject_uid?: number;
  /** Who acted, if neither the caller nor the result says so. */
  readonly actor?: { readonly uid: number; readonly username: string };
  /** The username of the affected user, if the account no longer exists after the command. */
  readonly subject?: string;
  readonly item_id?: number;
  readonly team_id?: number;
  /** Names of deleted objects, and details of the change that are not in the request. */
  readonly facts?: Fields;
  /** Previous values. Only changed fields that the call declares, or that are in `facts`, are stored. */
  readonly was?: Readonly<Record<string, unknown>>;
  /** Secret fields. The entry lists the names of the replaced ones, never their values. */
  readonly secrets?: readonly string[];
  /** Further fields whose new values are not stored, because they are secret or long. */
  readonly replaced?: readonly string[];
  /** One entry for each of these, merged with the common data, for a command on several users or items. */
  readonly each?: readonly Omit<AuditNote, 'each' | 'later'>[];
  /** The task that the command starts writes the entry, after it has created the item. */
  readonly later?: true;
}

interface AuditedCall {
  readonly viewer: Viewer;
  readonly grant: unknown;
  /** The client that sent the request. */
  readonly client: {
    readonly address: string;
    readonly userAgent: string;
    readonly requestId: string;
  };
  /** The last characters of the open API key that was used. */
  readonly keyTail?: string | undefined;
  /** The first characters of the personal access token that was used. */
  readonly tokenPrefix?: string | undefined;
  readonly input: Fields;
  /** The result of the command, which has the ids of created objects. */
  readonly answer: unknown;
  readonly note: AuditNote;
}

/** On login and registration the actor is only known from the result. */
function actorOf(viewer: Viewer, answer: Fields, { actor }: AuditNote) {
  if (actor) return { uid: actor.uid, username: actor.username };
  if (viewer.kind === 'user') return { uid: viewer.uid, username: viewer.username };
  const { uid, username } = answer;
  return typeof uid === 'number' && typeof username === 'string' ? { uid, username } : undefined;
}

/** The first value that is an id, or a list of exactly one id. */
function firstId(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const [id, ...more] = Array.isArray(value) ? (value as unknown[]) : [value];
    if (typeof id === 'number' && id > 0 && more.length === 0) return id;
  }
  return null;
}

/** `ldap_form.host` is the field `host` of the nested form `ldap_form`. */
function valueOf(fields: Fields, name: string): unknown {
  const [first = '', inner] = name.split('.');
  const value = fields[first];
  return inner === undefined ? value : (value as Fields | undefined)?.[inner];
}

const valuesOf = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, valueOf(fields, name)]));

function changedValues(names: readonly string[], was: Fields, now: Fields): Fields {
  const isChanged = (name: string) =>
    JSON.stringify(valueOf(was, name)) !== JSON.stringify(valueOf(now, name));
  return valuesOf(names.filter(isChanged), was);
}

/** True if the secret is set, or removed: `has_…` 0 removes the stored secret. */
function isReplaced(name: string, input: Fields, was: Fields): boolean {
  const has = valueOf(input, name.replace('.', '.has_'));
  return Boolean(valueOf(input, name)) || (has === false && Boolean(valueOf(was, name)));
}

/** The audit entries of a command; empty if the actor is unknown or a task writes the entry. */
export function auditEntries(call: Call, command: AuditedCall): NewEntry[] {
  const { each = [{}], later, ...note } = command.note;
  if (later) return [];
  return each.flatMap((override) => {
    const facts = { ...note.facts, ...override.facts };
    return auditEntry(call, { ...command, note: { ...note, ...override, facts } }) ?? [];
  });
}

function auditEntry({ path, audit }: Call, command: AuditedCall): NewEntry | undefined {
  const { input, note, client } = command;
  const answer = (command.answer ?? {}) as Fields;
  const grant = (command.grant ?? {}) as Fields;
  const actor = actorOf(command.viewer, answer, note);
  if (!audit || !actor) return undefined;
  const secrets = note.secrets?.filter((name) => isReplaced(name, input, note.was ?? {})) ?? [];
  const replaced = [...secrets, ...(note.replaced ?? [])];
  const sentFields = audit.filter((name) => valueOf(input, name) !== undefined);
  return {
    ...actor,
    action: note.as ?? path.slice('/api/'.length).replace('/', '.'),
    item_id: firstId(note.item_id, grant['itemId'], answer['item_id'], input['item_id']),
    page_id: firstId(input['page_id']),
    team_id: firstId(note.team_id, grant['teamId'], input['team_id']),
    subject_uid: note.subject_uid ?? null,
    ...(note.subject !== undefined && { subject: note.subject }),
    facts: {
      ...valuesOf(sentFields, input),
      ...note.facts,
      ...(replaced.length > 0 && { replaced }),
      ...(command.keyTail && { key_tail: command.keyTail }),
      ...(command.tokenPrefix && { token_prefix: command.tokenPrefix }),
      ...(note.was && {
        was: changedValues([...sentFields, ...Object.keys(note.facts ?? {})], note.was, {
          ...input,
          ...note.facts,
        }),
      }),
    },
    address: client.address,
    user_agent: client.userAgent,
    actor_kind: command.keyTail ? 'item_key' : command.tokenPrefix ? 'access_token' : 'user',
    request_id: client.requestId,
  };
}
