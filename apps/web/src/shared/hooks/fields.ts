import { useState } from 'react';

/** The texts of a form's fields and their setters. */
export function useFields<Name extends string>(
  first: Readonly<Record<Name, string>>,
): [
  fields: Readonly<Record<Name, string>>,
  set: (name: Name) => (text: string) => void,
  setAll: (fields: Readonly<Record<Name, string>>) => void,
] {
  const [fields, setFields] = useState(first);
  const set = (name: Name) => (text: string) =>
    setFields((before) => ({ ...before, [name]: text }));
  return [fields, set, setFields];
}
