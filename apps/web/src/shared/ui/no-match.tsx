import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { MAIN_ID } from './skip-link.tsx';
import { EmptyState } from './state-block.tsx';

interface NoMatchProps {
  /** What was searched for; the empty ones do not count. */
  words: readonly string[];
  /** What may help. */
  children: ReactNode;
  onClear: () => void;
}

/** Nothing in a list has these words: says which, and takes them away. */
export function NoMatch({ words, children, onClear }: NoMatchProps) {
  const { t } = useText();
  const clear = () => {
    onClear();
    // This button goes with the words.
    document.querySelector<HTMLElement>(`#${MAIN_ID} input[type=search]`)?.focus();
  };
  return (
    <EmptyState
      title={t('search.nothingTitle', { keyword: words.filter(Boolean).join(' ') })}
      actions={<Button onClick={clear}>{t('search.clear')}</Button>}
    >
      {children}
    </EmptyState>
  );
}
