/** What a person writes on a page. */
export interface Fields {
  readonly title: string;
  readonly content: string;
  readonly cat_id: number;
}

/** What the server is known to have; without a version there is no page yet. */
export interface Base {
  readonly fields: Fields;
  readonly version?: number;
}

/** A save that was sent and not answered; it is repeated as it was, under the same id. */
export interface Unanswered {
  readonly request_id: string;
  readonly page_id: number;
  readonly base_version?: number;
  readonly fields: Fields;
}

/** The text of one editor as this device keeps it. Two tabs are two editors, so none buries another. */
export interface KeptText {
  readonly id: string;
  readonly uid: number;
  readonly item_id: number;
  /** 0 for a page that does not exist yet. */
  readonly page_id: number;
  /** Absent: Markdown. */
  readonly page_type?: number;
  readonly fields: Fields;
  readonly base: Base;
  readonly unanswered: Unanswered | null;
  /** When the text was kept last, or when it was discarded. */
  readonly time: number;
  readonly state: 'open' | 'discarded';
}

export function isSame(a: Fields, b: Fields): boolean {
  return a.content === b.content && a.title === b.title && a.cat_id === b.cat_id;
}
