import { useCallback, useState, type ComponentType } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { SearchPanelProps } from '../layers/search-panel.tsx';

/** The search in this item. The result panel replaces the tree; its code is loaded with the first search. */
export function useSearch() {
  const { t } = useText();
  const [keyword, setKeyword] = useState('');
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>();
  const search = useCallback(
    (wanted: string) => {
      setKeyword(wanted);
      if (wanted === '') return setPanel(undefined);
      import('../layers/search-panel.tsx').then(
        ({ SearchPanel }) => setPanel(() => SearchPanel),
        () => showToast({ kind: 'error', text: t('states.loadTitle') }),
      );
    },
    [t],
  );
  return { keyword, Panel: keyword === '' ? undefined : Panel, search };
}
