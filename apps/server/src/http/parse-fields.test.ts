import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { parseFields } from './parse-fields.ts';

interface Leaf {
  /** `page.save s_number`, `catalog.batUpdate cats.s_number`. */
  readonly name: string;
  readonly schema: z.ZodType;
  /** A request with only this field and value; without a value the field is absent. */
  request(...value: unknown[]): Record<string, unknown>;
  readonly call: Call;
}

/** The schema inside `optional`, `default`, `catch` and the parsing of JSON text. */
function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return unwrapSchema(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform)
    return unwrapSchema(schema.def.out as z.ZodType);
  return schema;
}

type Build = (...value: unknown[]) => unknown;

/** All fields with a value of their own, including nested ones. */
function leavesOf(name: string, schema: z.ZodType, build: Build): [string, z.ZodType, Build][] {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      leavesOf(`${name}.${key}`, field, (...value) =>
        build(value.length > 0 ? { [key]: value[0] } : {}),
      ),
    );
  if (inner instanceof z.ZodRecord)
    return leavesOf(`${name}.1`, inner.valueType as z.ZodType, (...value) =>
      build(value.length > 0 ? { 1: value[0] } : {}),
    );
  if (
    inner instanceof z.ZodArray &&
    unwrapSchema(inner.element as z.ZodType) instanceof z.ZodObject
  )
    return leavesOf(name, inner.element as z.ZodType, (...value) => build([value[0] ?? {}]));
  return [[name, schema, build]];
}

const leaves: readonly Leaf[] = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs as Record<string, Call>).flatMap(([verb, declared]) =>
    Object.entries(declared.request.shape as Record<string, z.ZodType>).flatMap(([field, schema]) =>
      leavesOf(field, schema, (...value) => (value.length > 0 ? { [field]: value[0] } : {})).map(
        ([path, leaf, build]): Leaf => ({
          name: `${noun}.${verb} ${path}`,
          schema: leaf,
          request: (...value) => build(...value) as Record<string, unknown>,
          call: { ...declared, request: z.strictObject({ [field]: schema }) },
        }),
      ),
    ),
  ),
);

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const NUMBERS = [0, 1, 2, 3, 7, -1, true];
const isNumber = ({ schema }: Leaf) => NUMBERS.some((value) => accepts(schema, value));
const numbers = leaves.filter(isNumber);
const texts = leaves.filter((leaf) => !isNumber(leaf) && accepts(leaf.schema, ''));

/** The parsed fields, or the name of the rejected field. */
function outcome({ call }: Leaf, fields: Record<string, unknown>): unknown {
  try {
    return parseFields(call, fields);
  } catch (error) {
    if (error instanceof AppError) return error.values;
    throw error;
  }
}

describe('a field of any call', () => {
  it('is covered by these tests, as a number or as a text', () => {
    expect(numbers.length).toBeGreaterThan(150);
    expect(texts.length).toBeGreaterThan(100);
    const names = numbers.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'page.save s_number',
        'member.save member_group_id',
        'item.update is_private',
        'item.info item_id',
        'catalog.batUpdate cats.s_number',
        'page.sort pages.1',
        'adminSetting.saveConfig mail_setting.port',
      ]),
    );
  });

  it.each(numbers)('that is a number counts as absent if it is empty: $name', (leaf) => {
    const absent = outcome(leaf, leaf.request());
    expect(outcome(leaf, leaf.request(''))).toEqual(absent);
    expect(outcome(leaf, leaf.request(null))).toEqual(absent);
  });

  /** The optional lists of selected rows, of which an empty one counts as absent. */
  const isOptionalList = (name: string) =>
    ['catalog.move page_ids', 'catalog.deleteMany cat_ids', 'catalog.deleteMany page_ids'].includes(
      name,
    );
  // A schema with `catch` accepts everything.
  const strictNumbers = numbers.filter(({ schema }) => !accepts(schema, { any: 'thing' }));
  it.each(strictNumbers)('that is a number rejects text that only resembles one: $name', (leaf) => {
    const isReference = accepts(leaf.schema, 'some-domain');
    const wrong = [
      {},
      ...(isOptionalList(leaf.name) ? [] : [[]]),
      ...(isReference ? [] : [' ', 'null', 'undefined', 'NaN', '0x1', '1e1']),
    ];
    for (const value of wrong) expect(accepts(leaf.schema, value)).toBe(false);
  });

  it.each(texts)('that is a text accepts an empty string: $name', (leaf) => {
    const sent = leaf.request('');
    expect(outcome(leaf, sent)).toEqual(leaf.call.request.parse(sent));
  });
});
