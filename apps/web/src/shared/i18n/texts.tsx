import type { Language } from '@octavo/contract/entities';
import { translate, type TextKey, type TextValues } from '@octavo/texts/translate';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { fillSlots, type RichValues } from './fill-slots.tsx';
import { saveLanguage, type LoadedTexts } from './language.ts';

interface TextsContextValue extends LoadedTexts {
  readonly choose: (language: Language) => Promise<void>;
}

export const TextsContext = createContext<TextsContextValue | null>(null);

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
  return <TextsContext value={value}>{children}</TextsContext>;
}

export function useTexts(): TextsContextValue {
  const context = use(TextsContext);
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

export function useLanguage(): Pick<TextsContextValue, 'language' | 'choose'> {
  return useTexts();
}
