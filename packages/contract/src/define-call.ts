import type { z } from 'zod';
import type { Access } from './access.ts';
import type { CaptchaForm } from './captcha-form.ts';
import type { TokenScope } from './token-scope.ts';

/** A response that is a file or an image and is therefore sent without the envelope. */
export interface FileResponse {
  readonly file: string;
}

export function file(type: string): FileResponse {
  return { file: type };
}

export interface FileResult {
  /** An async iterable is sent as a stream, chunk by chunk. */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** At most `times` requests within `seconds`, counted per IP address, per user, or per item whose token is used. */
export interface CallLimit {
  readonly per: 'address' | 'user' | 'item';
  readonly times: number;
  readonly seconds: number;
}

export interface Call {
  readonly path: `/api/${string}/${string}`;
  /** Older names of the same call, which existing scripts use. */
  readonly aliases?: readonly `/api/${string}/${string}`[];
  /** POST unless the specification says GET. */
  readonly method?: 'GET';
  /** A query by POST that browsers may also send by GET, with ETag and status 304. */
  readonly alsoGet?: true;
  /** A command runs in one transaction, a query in none. */
  readonly kind: 'command' | 'query';
  /**
   * The command is written to the audit log with these request fields, which must not contain secrets. Set for
   * commands that change rights or secrets or delete data permanently.
   */
  readonly audit?: readonly string[];
  /** Action names for the audit log if one call makes different kinds of changes; the handler selects one. */
  readonly auditActions?: readonly string[];
  readonly access: Access;
  /**
   * The scope that a personal access token needs for the call; `none`: the call rejects such tokens, because it
   * concerns logins, asks for a confirmation each time or returns another key.
   */
  readonly scope: TokenScope | 'none';
  /**
   * Tokens that are limited to items. By default calls on an item or a task of it accept them and all others reject
   * them. `narrowed`: the handler itself leaves out or rejects what does not belong to items of the token. `refused`: the call
   * names an item, but also reaches something outside it.
   */
  readonly itemTokens?: 'narrowed' | 'refused';
  /**
   * Relaxes the read-only state of items. `narrows`: the call only reduces access, so editors may make it in archived
   * items too. `copies`: the call only makes a copy, so editors may make it in archived and in imported items.
   */
  readonly readOnlyException?: 'narrows' | 'copies';
  /** The error for a caller who may view the item but not edit it; default: `forbidden`. */
  readonly editDeniedError?: 'noExportRight';
  /** One sentence for the API document. */
  readonly summary: string;
  readonly request: z.ZodObject;
  readonly response: z.ZodType | FileResponse;
  /** The call always requires the captcha of this form. */
  readonly captcha?: CaptchaForm;
  /** The fields of this nested form may also be sent at the top level of the request. */
  readonly inlineForm?: { readonly name: string; readonly form: z.ZodObject };
  /**
   * The caller confirms who they are, with `confirmationFields` of `confirmation.ts`: the password or a second factor.
   * `recent`: a confirmation of this session within the last minutes is enough. `always`: the call asks each time.
   * `factor`: each time, and the password only for an account without a second factor. `password`: each time, and only
   * the password, which the call replaces.
   */
  readonly reauth?: 'recent' | 'always' | 'factor' | 'password';
  /** The field with the password of the caller, if `password` is the password of another account. */
  readonly ownPasswordField?: string;
  /**
   * The field with the user whose text the request has. A browser may have logged in another one meanwhile: the response
   * is then `loginNeeded`, before any other check, so that the texts of the two users are never mixed.
   */
  readonly userField?: string;
  /** Also for users who have to set up a second factor before they may do anything else. */
  readonly beforeSetUp?: true;
  /** A GET that other sites redirect browsers to. It verifies a state or a signature of its own, so no CSRF check applies. */
  readonly crossSite?: 'proved';
  /** `own`: the handler starts its transaction itself, after slow work such as hashing. */
  readonly transaction?: 'own';
  readonly limit?: CallLimit;
  /** Maximum size of the body in bytes; default: 256 KB. */
  readonly maxBody?: number;
  /** The multipart field of the uploaded file. Calls without it reject files. */
  readonly file?: string;
  /** Maximum size of that file in bytes; default: the site's limit for attachments. */
  readonly maxFileBytes?: number;
  /** Errors are sent as a line of text with HTTP status 200 too, for scripts that print the response. */
  readonly errorFormat?: 'text';
  /** These fields of the response are also copied to the top level of the envelope, with `success` and `message`. */
  readonly topLevelFields?: readonly string[];
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The parsed request that a handler receives. */
export type CallRequest<C extends Call> = z.output<C['request']>;
/** The request that a client sends. */
export type CallInput<C extends Call> = z.input<C['request']>;
/** The result that a handler returns. */
export type CallResult<C extends Call> = C['response'] extends z.ZodType
  ? z.input<C['response']>
  : FileResult;
/** The value that a client receives in `data`. */
export type CallResponse<C extends Call> = C['response'] extends z.ZodType
  ? z.output<C['response']>
  : never;
