import { useRef, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './home-side.module.css';

export const HOME_ID = 'home';

/** A column from 1200 px on, below that a drawer: a native popover, which closes with Esc and restores the focus. */
export function HomeSide({ children }: { children: ReactNode }) {
  const { t } = useText();
  const panel = useRef<HTMLElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      id={HOME_ID}
      popover="auto"
      className={styles.side}
      aria-label={t('myItems.home')}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a'))
          panel.current?.hidePopover();
      }}
    >
      {children}
    </aside>
  );
}

/** Stands in the place of favourites and changes that could not be loaded. */
export function HomeFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <p className={styles.failure} role="alert">
      <span>{t('myItems.homeFailed')}</span>
      <Button size="small" variant="quiet" onClick={onRetry}>
        {t('shell.retry')}
      </Button>
    </p>
  );
}
