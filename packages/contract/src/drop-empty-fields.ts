import { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown) => value === '' || value === null;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for numbers, ids and flags. Schemas that also accept an empty string do not count. */
function acceptsNumber(schema: z.core.$ZodType): boolean {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return acceptsNumber(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return acceptsNumber(schema.def.in);
  if (schema instanceof z.ZodUnion) return schema.options.some(acceptsNumber);
  return schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean;
}

function omitFields(fields: Fields, isAbsent: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isAbsent(name)));
}

/**
 * HTML forms send every input, even empty ones. An empty string or null in a field that takes a number,
 * an id or a flag is treated as absent, so the stored value remains.
 */
export function dropEmptyFields(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = schema.element as z.ZodType;
    return value.map((entry: unknown) => dropEmptyFields(element, entry));
  }
  if (!isFields(value)) return value;
  if (schema instanceof z.ZodRecord)
    return acceptsNumber(schema.valueType)
      ? omitFields(value, (name) => isEmpty(value[name]))
      : value;
  if (!(schema instanceof z.ZodObject)) return value;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.entries(shape);
  const absent = fields.filter(([name, field]) => isEmpty(value[name]) && acceptsNumber(field));
  const names = new Set(absent.map(([name]) => name));
  return names.size === 0 ? value : omitFields(value, (name) => names.has(name));
}
