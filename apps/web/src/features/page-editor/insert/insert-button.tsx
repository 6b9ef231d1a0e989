import { Plus } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { InsertController } from './insert-controller.ts';

/** The toolbar button of the insert menu. */
export function InsertButton({ controller }: { controller: InsertController }) {
  const { t } = useText();
  const isOpen = useSyncExternalStore(
    controller.subscribe,
    () => (controller.session()?.button ?? null) !== null,
  );
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Plus />}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      // The editor keeps the focus, so that the menu does not close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => controller.toggle(currentTarget)}
    >
      {t('editor.insert')}
    </Button>
  );
}
