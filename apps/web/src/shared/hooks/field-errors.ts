import { useState } from 'react';

export interface FieldErrors<Name extends string> {
  /** The error of a field; undefined until the field was touched or the form was submitted. */
  readonly get: (name: Name) => string | undefined;
  readonly touch: (name: Name) => void;
  readonly touchAll: () => void;
  readonly hasErrors: boolean;
}

/** Client-side validation errors of a form's fields. */
export function useFieldErrors<Name extends string>(
  errors: Readonly<Record<Name, string | false | undefined>>,
): FieldErrors<Name> {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  return {
    get: (name) => (touched.has(name) && errors[name]) || undefined,
    touch: (name) => setTouched(new Set([...touched, name])),
    touchAll: () => setTouched(new Set(Object.keys(errors))),
    hasErrors: Object.values(errors).some(Boolean),
  };
}

/** Detects typing mistakes only; the server validates the address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
