import { useState } from 'react';

export interface Problems<Name extends string> {
  /** The error of a field; undefined until the field was touched or the form was submitted. */
  readonly of: (name: Name) => string | undefined;
  readonly tell: (name: Name) => void;
  readonly tellAll: () => void;
  readonly any: boolean;
}

/** Client-side validation errors of a form's fields. */
export function useProblems<Name extends string>(
  found: Readonly<Record<Name, string | false | undefined>>,
): Problems<Name> {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  return {
    of: (name) => (told.has(name) && found[name]) || undefined,
    tell: (name) => setTold(new Set([...told, name])),
    tellAll: () => setTold(new Set(Object.keys(found))),
    any: Object.values(found).some(Boolean),
  };
}
