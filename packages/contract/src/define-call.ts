import type { z } from 'zod';
import type { Access } from './access.ts';
import type { CaptchaForm } from './captcha-form.ts';

/** An answer that is a file or a picture and therefore stands outside the envelope. */
export interface FileResponse {
  readonly file: string;
}

export function file(type: string): FileResponse {
  return { file: type };
}

export interface FileAnswer {
  /** A stream is sent piece by piece, while it is made. */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** At most `times` within `seconds`, counted per address, per person, or per item whose token is used. */
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
  /** A POST read that browsers may also ask by GET, with ETag and 304. */
  readonly alsoGet?: true;
  /** A command runs in one transaction, a query in none. */
  readonly kind: 'command' | 'query';
  /**
   * A command that changes rights, secrets or what is lost for good goes into the audit log, with these
   * request fields: they say what was done and hold no secret.
   */
  readonly audit?: readonly string[];
  /** The actions of its entries where one call makes changes of several kinds; the handler chooses one. */
  readonly auditAs?: readonly string[];
  readonly access: Access;
  /** What only narrows is also for those who edited before the archive; what makes a copy, of imported items too. */
  readonly frozen?: 'narrows' | 'copies';
  /** What somebody is told who may see the item and not edit it; `forbidden` when absent. */
  readonly withoutEdit?: 'noExportRight';
  /** One sentence for the API document. */
  readonly summary: string;
  readonly request: z.ZodObject;
  readonly response: z.ZodType | FileResponse;
  /** The call asks for the code of this form's picture, always. */
  readonly captcha?: CaptchaForm;
  /** Fields of this form may also be sent beside the others, without its name. */
  readonly flat?: { readonly name: string; readonly form: z.ZodObject };
  /** The caller proves who they are once more by the field `password`. */
  readonly reauth?: 'password';
  /** A GET that other sites lead a browser to, and that carries the proof of its own: a state, a signature. */
  readonly crossSite?: 'proved';
  /** `own`: the handler opens its transaction itself, after slow work such as hashing. */
  readonly transaction?: 'own';
  readonly limit?: CallLimit;
  /** Bytes of the body; 256 KB when absent. */
  readonly maxBody?: number;
  /** The multipart field in which the call takes one file; every other call refuses files. */
  readonly file?: string;
  /** Bytes of that file; what the site allows for attachments when absent. */
  readonly fileBytes?: number;
  /** A refusal is a line of text too, with HTTP status 200: for scripts that print what they get. */
  readonly refusal?: 'text';
  /** These fields of the answer stand beside the envelope too, with `success` and `message`. */
  readonly beside?: readonly string[];
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** What a handler is given. */
export type CallRequest<C extends Call> = z.output<C['request']>;
/** What a client sends. */
export type CallInput<C extends Call> = z.input<C['request']>;
/** What a handler gives back. */
export type CallAnswer<C extends Call> = C['response'] extends z.ZodType
  ? z.input<C['response']>
  : FileAnswer;
/** What a client receives in `data`. */
export type CallResponse<C extends Call> = C['response'] extends z.ZodType
  ? z.output<C['response']>
  : never;
