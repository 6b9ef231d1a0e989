/** The editable fields of a page. */
export interface PageFields {
  readonly title: string;
  readonly content: string;
  readonly cat_id: number;
}

/** The last version that the server has confirmed; without a version the page does not exist yet. */
export interface BaseVersion {
  readonly fields: PageFields;
  readonly version?: number;
}

/** A draft on the server, up to a revision. */
export interface DraftRevision {
  readonly draft_id: string;
  readonly revision: number;
}

/** A save request without a response. It is repeated unchanged, with the same request id. */
export interface PendingRequest {
  readonly request_id: string;
  readonly page_id: number;
  readonly base_version?: number;
  readonly fields: PageFields;
  /** The version note. */
  readonly page_comments?: string;
  /** The drafts on the server that this save closes. */
  readonly closed_drafts?: readonly DraftRevision[];
}

/** The draft of one editor on this device. Each tab has its own draft, so that tabs do not overwrite each other. */
export interface Draft {
  readonly id: string;
  readonly uid: number;
  readonly item_id: number;
  /** 0 for a page that does not exist yet. */
  readonly page_id: number;
  /** Absent: Markdown. */
  readonly page_type?: number;
  readonly fields: PageFields;
  readonly base: BaseVersion;
  readonly unanswered: PendingRequest | null;
  /**
   * The drafts on the server whose text up to these revisions is part of this text: the one of the editor first, then
   * those that it continues. Absent in older drafts.
   */
  readonly server_drafts?: readonly DraftRevision[];
  /** The server has confirmed exactly this text. */
  readonly is_on_server?: boolean;
  /** When the draft was last stored or discarded. */
  readonly time: number;
  readonly state: 'open' | 'discarded';
}

export function hasSameFields(a: PageFields, b: PageFields): boolean {
  return a.content === b.content && a.title === b.title && a.cat_id === b.cat_id;
}
