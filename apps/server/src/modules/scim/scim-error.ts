import type { RejectionReason } from '@octavo/contract/admin-scim.entities';

/** The error types of RFC 7644 that this server sends; empty where a status has none. */
export type ScimType =
  | ''
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An expected error of a SCIM request. The text is for the log of the identity provider, so it is in English only. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType;

  constructor(status: number, scimType: ScimType, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** An error about an account of this site, which the console shows to administrators. */
export class Rejection extends ScimError {
  readonly uid: number;
  readonly reason: RejectionReason;
  /** The SCIM user of the request. */
  readonly userName: string;

  constructor(
    { uid, reason, userName }: { uid: number; reason: RejectionReason; userName: string },
    status: 403 | 409,
    detail: string,
  ) {
    super(status, status === 409 ? 'uniqueness' : '', detail);
    this.uid = uid;
    this.reason = reason;
    this.userName = userName;
  }
}

export const notFound = (name: string, id: string): ScimError =>
  new ScimError(404, '', `${name} ${id.slice(0, 100)} does not exist.`);

export const conflict = (detail: string): ScimError => new ScimError(409, 'uniqueness', detail);

export const invalidValue = (detail: string): ScimError =>
  new ScimError(400, 'invalidValue', detail);
