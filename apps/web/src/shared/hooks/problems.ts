import { useState } from 'react';

export interface Problems<Name extends string> {
  /** What to say at a field; silent until the field was left or the form was sent. */
  readonly of: (name: Name) => string | undefined;
  readonly tell: (name: Name) => void;
  readonly tellAll: () => void;
  readonly any: boolean;
}

/** What is wrong with the fields of a form, found by the form itself before it is sent. */
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
