import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { MAIN_ID } from './skip-link.tsx';
import { EmptyState } from './state-block.tsx';

interface NoMatchProps {
  /** The search terms; empty ones are ignored. */
  keywords: readonly string[];
  /** Advice for the user. */
  children: ReactNode;
  onClear: () => void;
}

/** The empty state of a filtered list, with a button that clears the filter. */
export function NoMatch({ keywords, children, onClear }: NoMatchProps) {
  const { t } = useText();
  const clear = () => {
    onClear();
    // The button disappears with the empty state, so the focus moves to the search field.
    document.querySelector<HTMLElement>(`#${MAIN_ID} input[type=search]`)?.focus();
  };
  return (
    <EmptyState
      title={t('search.nothingTitle', { keyword: keywords.filter(Boolean).join(' ') })}
      actions={<Button onClick={clear}>{t('search.clear')}</Button>}
    >
      {children}
    </EmptyState>
  );
}
