import { useCallback, useState, type ComponentType } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { SearchPanelProps } from '../overlays/search-panel.tsx';

/** The search in this item. The result panel replaces the tree; its code is loaded with the first search. */
export function useSearch() {
  const { t } = useText();
  const [keyword, setKeyword] = useState('');
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>();
  const search = useCallback(
    (newKeyword: string) => {
      setKeyword(newKeyword);
      if (newKeyword === '') return setPanel(undefined);
      import('../overlays/search-panel.tsx').then(
        ({ SearchPanel }) => setPanel(() => SearchPanel),
        () => showToast({ kind: 'error', text: t('states.loadTitle') }),
      );
    },
    [t],
  );
  return { keyword, Panel: keyword === '' ? undefined : Panel, search };
}
