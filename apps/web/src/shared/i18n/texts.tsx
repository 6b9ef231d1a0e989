import type { Language } from '@octavo/contract/entities';
import { translate, type TextKey, type Texts, type TextValues } from '@octavo/texts/translate';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { fillSlots, type RichValues } from './fill-slots.tsx';
import { saveLanguage, type LoadedTexts } from './language.ts';

interface TextsContext extends LoadedTexts {
  readonly choose: (language: Language) => Promise<void>;
}

const Context = createContext<TextsContext | null>(null);

interface TextsProviderProps {
  first: LoadedTexts;
  /** The application loads all texts, the reader only its own. */
  load: (language: Language) => Promise<LoadedTexts>;
  children: ReactNode;
}

export function TextsProvider({ first, load, children }: TextsProviderProps) {
  const [loaded, setLoaded] = useState(first);
  const choose = useCallback(
    async (language: Language) => {
      saveLanguage(language);
      setLoaded(await load(language));
    },
    [load],
  );
  const value = useMemo(() => ({ ...loaded, choose }), [loaded, choose]);
  return <Context value={value}>{children}</Context>;
}

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
  return <Context value={value}>{children}</Context>;
}

function useTexts(): TextsContext {
  const context = use(Context);
  if (!context) throw new Error('Texts must be used inside TextsProvider');
  return context;
}

/** `t` for plain texts, `rich` for texts whose slots contain elements. */
export function useText() {
  const { texts } = useTexts();
  return useMemo(
    () => ({
      t: <K extends TextKey>(key: K, ...values: TextValues<K>) => translate(texts, key, ...values),
      rich: <K extends TextKey>(key: K, values: RichValues<K>) => fillSlots(texts, key, values),
    }),
    [texts],
  );
}

export function useLanguage(): Pick<TextsContext, 'language' | 'choose'> {
  return useTexts();
}
