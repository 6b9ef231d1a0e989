import { calls } from '@octavo/contract';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { focusMain } from '../../../shared/ui/skip-link.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** Empties the list of changes; those that were saved meanwhile stay. */
export function MarkSeen({ until }: { until: string | null }) {
  const { t } = useText();
  const { mutate, isPending } = useCommand(calls.home.markSeen, {
    refresh: [calls.home.open, calls.home.changes],
  });
  if (until === null) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      loading={isPending}
      onClick={() =>
        mutate(
          { seen_until: until },
          {
            onSuccess: () => {
              showToast({ kind: 'done', text: t('home.seen') });
              // The button disappears with the list.
              focusMain();
            },
          },
        )
      }
    >
      {t('home.markSeen')}
    </Button>
  );
}
