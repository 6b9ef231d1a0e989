import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import type { EditorModel } from '../editor-model.ts';
import { LockBanner } from './lock-banner.tsx';
import { SaveBanner, RescueButtons } from './save-banner.tsx';

interface EditorBannerProps {
  autosave: Autosave;
  lock: PageLock;
  model: Pick<EditorModel, 'read'>;
  /** The user can choose the catalog of the page in the header. */
  hasCatalogSelect?: boolean;
}

/** Shows one banner at a time: a conflict has its own screen, a failed save comes next, then the lock. */
export function EditorBanner(props: EditorBannerProps) {
  const { autosave, lock, model, hasCatalogSelect = false } = props;
  const save = useAutosave(autosave, (state) => state.save);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  if (save.kind === 'conflict') return null;
  if (save.kind === 'waiting' || save.kind === 'refused')
    return <SaveBanner {...{ autosave, save, model, hasCatalogSelect }} />;
  return (
    <LockBanner
      lock={lock}
      editor={{
        async save() {
          if (autosave.getState().isChanged) await autosave.save();
          return !autosave.getState().isChanged;
        },
        rescue: isChanged && <RescueButtons model={model} />,
      }}
    />
  );
}
