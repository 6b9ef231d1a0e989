import { paths } from '@octavo/contract/paths';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';

/** Saves and opens the page. After a failed save the user stays in the editor. */
export function useSaveAndLeave(item: ItemUrlParts, autosave: Autosave): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const [isLeaving, setLeaving] = useState(false);
  // A new page first gets its own URL, and that navigation would cancel this one.
  const hasPageUrl = pathname === paths.editPage.href({ item_id: item.item_id, page_id });

  useEffect(() => {
    if (isLeaving && !isChanged && hasPageUrl) void navigate(pageUrl(item, page_id));
  }, [isLeaving, isChanged, hasPageUrl, item, page_id, navigate]);

  return async () => {
    await autosave.save();
    const { isChanged: remains, save } = autosave.getState();
    if (!remains && save.kind === 'rest') setLeaving(true);
  };
}
