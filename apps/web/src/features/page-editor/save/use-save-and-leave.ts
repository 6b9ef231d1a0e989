import { paths } from '@octavo/contract/paths';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';

/** Saves and opens the page. */
export function useSaveAndLeave(item: ItemUrlParts, autosave: Autosave): () => Promise<boolean> {
  const navigate = useNavigate();
  const { saveAndLeave } = useLeaveAfterSave(item, autosave, (page_id) => {
    void navigate(pageUrl(item, page_id));
  });
  return saveAndLeave;
}

/** Saves and calls `leave`. After a failed save the user stays in the editor, where a banner shows the error. */
export function useLeaveAfterSave(
  item: ItemUrlParts,
  autosave: Autosave,
  leave: (page_id: number) => void,
) {
  const { pathname } = useLocation();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const [phase, setPhase] = useState<'saving' | 'leaving'>();
  // A new page first gets its own URL, and that navigation would cancel this one.
  const hasPageUrl = pathname === paths.editPage.href({ item_id: item.item_id, page_id });
  const isReady = phase === 'leaving' && !isChanged && hasPageUrl;
  const onReady = useEffectEvent(() => leave(page_id));

  useEffect(() => {
    if (isReady) onReady();
  }, [isReady]);

  /** Returns false if the text is not saved. */
  async function saveAndLeave(): Promise<boolean> {
    setPhase('saving');
    await autosave.save();
    const { isChanged: remains, save } = autosave.getState();
    const isSaved = !remains && save.kind === 'rest';
    setPhase(isSaved ? 'leaving' : undefined);
    return isSaved;
  }
  return { isSaving: phase !== undefined, saveAndLeave };
}
