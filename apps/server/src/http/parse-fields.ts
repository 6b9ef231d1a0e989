import type { Call } from '@octavo/contract/define-call';
import { dropEmptyFields } from '@octavo/contract/drop-empty-fields';
import { parseJsonText } from '@octavo/contract/wire';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Fields } from './bodies.ts';

/** Read for every call by `identify`, so no call declares it. */
const CREDENTIAL = 'user_token';

/** Moves form fields that were sent at the top level into the form; a field in the form itself takes precedence. */
function gatherForm({ inlineForm, request }: Call, fields: Fields): Fields {
  if (!inlineForm) return fields;
  const { name, form } = inlineForm;
  const isOfForm = ([field]: readonly [string, unknown]) =>
    Object.hasOwn(form.shape, field) && !Object.hasOwn(request.shape, field);
  const entries = Object.entries(fields);
  const flatFields = entries.filter(isOfForm);
  const sent = parseJsonText(fields[name] ?? {});
  if (flatFields.length === 0 || typeof sent !== 'object') return fields;
  const others = entries.filter((entry) => !isOfForm(entry));
  return { ...Object.fromEntries(others), [name]: { ...Object.fromEntries(flatFields), ...sent } };
}

/** Unknown fields are reported first, because they are often a misspelled required field. */
function invalidField(issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  const path = unknown ? [...unknown.path, ...unknown.keys.slice(0, 1)] : issues[0]?.path;
  return path?.join('.') || 'body';
}

/** Parses the fields of a call as its contract declares them; the error names the invalid field. */
export function parseFields(call: Call, fields: Fields): Fields {
  const { [CREDENTIAL]: _read, ...sent } = fields;
  const { request } = call;
  const parsed = request.safeParse(dropEmptyFields(request, gatherForm(call, sent)));
  if (parsed.success) return parsed.data;
  throw new AppError('invalidRequest', { field: invalidField(parsed.error.issues) });
}
