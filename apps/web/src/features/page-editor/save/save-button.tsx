import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ItemUrlParts } from '../../../shared/items/item-url.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './save-button.module.css';
import type { SavedPage } from './save-popover.tsx';

/** Lazy: most saves need no note. */
const SaveOptions = lazy(async () => ({
  default: (await import('./save-options.tsx')).SaveOptions,
}));

interface SaveButtonProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
}

/** Saves at once. The arrow or Ctrl+Shift+S opens the options: a version note, the changes, leaving, a template. */
export function SaveButton({ item, autosave, page }: SaveButtonProps) {
  const { t } = useText();
  const isSaving = useAutosave(autosave, ({ save }) => save.kind === 'saving');
  const [isOpen, setOpen] = useState(false);
  const arrow = useRef<HTMLButtonElement>(null);
  /** The text or the button that had the focus before the options. */
  const focused = useRef<HTMLElement>(null);
  useOptionsShortcut(() => {
    const { activeElement } = document;
    focused.current = activeElement instanceof HTMLElement ? activeElement : null;
    setOpen(true);
  });
  const close = useCallback((returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) (focused.current ?? arrow.current)?.focus();
    focused.current = null;
  }, []);
  return (
    <div className={styles.save}>
      <div className={isOpen ? `${styles.split} ${styles.soft}` : styles.split}>
        <Button variant="primary" loading={isSaving} onClick={() => void autosave.save()}>
          {t('editor.save')}
          <kbd className="key on-accent" aria-hidden="true">
            Ctrl S
          </kbd>
        </Button>
        <Button
          ref={arrow}
          variant="primary"
          aria-label={t('editor.saveOptions')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          <ChevronDown />
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <SaveOptions item={item} autosave={autosave} page={page} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Ctrl+Shift+S or Cmd+Shift+S, wherever the focus is. */
function useOptionsShortcut(open: () => void): void {
  const openRef = useRef(open);
  useEffect(() => {
    openRef.current = open;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !event.shiftKey) return;
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      openRef.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
