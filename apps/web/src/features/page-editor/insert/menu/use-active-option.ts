import { useState } from 'react';
import type { ActiveOption, MenuGroup } from './option-menu.tsx';

/** The highlighted option: the first one, until the user chooses another for the same query. */
export function useActiveOption(groups: readonly MenuGroup[], query: string): ActiveOption {
  const [chosen, setChosen] = useState({ query, id: '' });
  const enabled = groups
    .flatMap(({ options }) => options)
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ id }) => id);
  const isChosen = chosen.query === query && enabled.includes(chosen.id);
  return {
    id: isChosen ? chosen.id : enabled[0],
    choose: (id) => setChosen({ query, id }),
  };
}
