import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import type { Written } from '../written.ts';
import { LockBanner } from './lock-banner.tsx';
import { SaveBanner, TakeAway } from './save-banner.tsx';

interface EditorBannerProps {
  keeper: Keeper;
  lock: PageLock;
  written: Pick<Written, 'read'>;
}

/** Shows one banner at a time: a conflict has its own screen, a failed save comes next, then the lock. */
export function EditorBanner({ keeper, lock, written }: EditorBannerProps) {
  const save = useKeeper(keeper, (state) => state.save);
  const isChanged = useKeeper(keeper, (state) => state.isChanged);
  if (save.kind === 'conflict') return null;
  if (save.kind === 'waiting' || save.kind === 'refused')
    return <SaveBanner keeper={keeper} save={save} written={written} />;
  return (
    <LockBanner
      lock={lock}
      editor={{
        async save() {
          if (keeper.getState().isChanged) await keeper.save();
          return !keeper.getState().isChanged;
        },
        rescue: isChanged && <TakeAway written={written} />,
      }}
    />
  );
}
