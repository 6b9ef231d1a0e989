import type { Language } from '@octavo/contract/entities';
import type { Texts } from '@octavo/texts/translate';
import { useMemo, type ReactNode } from 'react';
import { TextsContext, useTexts } from './texts.tsx';

interface AdditionalTextsProps {
  tables: Readonly<Record<Language, Partial<Texts>>>;
  children: ReactNode;
}

/** Adds sections that only one screen uses, so that other screens do not load them. */
export function AdditionalTexts({ tables, children }: AdditionalTextsProps) {
  const outer = useTexts();
  const value = useMemo(
    () => ({ ...outer, texts: { ...outer.texts, ...tables[outer.language] } }),
    [outer, tables],
  );
  return <TextsContext value={value}>{children}</TextsContext>;
}
