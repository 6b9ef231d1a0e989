/** How the actor of an entry came. */
type ActorKind =
  | 'user'
  /** A script with a personal access token of the user. */
  | 'access_token'
  /** A script with the open API key of an item; it acts for the owner. */
  | 'item_key'
  /** The command `octavo` on the server. */
  | 'command_line'
  /** A job or the start of a process. */
  | 'system'
  /** A client that did not log in. */
  | 'anonymous';

export interface AuditActor {
  /** Null if the actor has no account. */
  readonly uid: number | null;
  readonly username: string;
  readonly address: string;
  readonly user_agent: string;
  readonly actor_kind?: ActorKind;
  /** The id of the request in the log of the server. */
  readonly request_id?: string;
}

/** A job has made the changes, or the start of a process. */
export const SYSTEM: AuditActor = {
  uid: null,
  username: '',
  address: '',
  user_agent: '',
  actor_kind: 'system',
};

/** Usernames cannot contain spaces, so no account has this name. */
export const COMMAND_LINE: AuditActor = {
  uid: null,
  username: 'command line',
  address: '',
  user_agent: 'octavo',
  actor_kind: 'command_line',
};

interface AuditEvent {
  readonly action: string;
  /** The user affected by the action. */
  readonly subject_uid: number | null;
  /** The username of the affected user, if no account has the id. */
  readonly subject?: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Default: success. */
  readonly result?: 'success' | 'failure';
}

export interface NewAuditEntry extends AuditEvent, AuditActor {
  readonly item_id: number | null;
  readonly page_id: number | null;
  readonly team_id: number | null;
}

/** One of several entries of one actor about users or teams. */
export interface AuditListEntry extends Pick<
  AuditEvent,
  'action' | 'facts' | 'subject' | 'result'
> {
  readonly subject_uid?: number | null;
  readonly team_id?: number | null;
  readonly item_id?: number | null;
}
