import { useText } from '../i18n/texts.tsx';
import styles from './skip-link.module.css';

export const MAIN_ID = 'main';

/** The content goes on here: after the skip link, or when what had the focus is gone. */
export function focusMain(): void {
  document.querySelector<HTMLElement>(`#${MAIN_ID}`)?.focus({ preventScroll: true });
}

/** First stop of the Tab key on every screen. */
export function SkipLink() {
  const { t } = useText();
  return (
    <a
      className={styles.link}
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // Focus instead of the hash: the address stays what it is.
        event.preventDefault();
        focusMain();
      }}
    >
      {t('shell.skip')}
    </a>
  );
}
