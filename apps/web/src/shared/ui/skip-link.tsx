import { useText } from '../i18n/texts.tsx';
import styles from './skip-link.module.css';

export const MAIN_ID = 'main';

/** Focuses the main content: after the skip link, or when the focused element was removed. */
export function focusMain(): void {
  document.querySelector<HTMLElement>(`#${MAIN_ID}`)?.focus({ preventScroll: true });
}

/** The first element in the Tab order of every screen. */
export function SkipLink() {
  const { t } = useText();
  return (
    <a
      className={styles.link}
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // Moves the focus without changing the hash of the URL.
        event.preventDefault();
        focusMain();
      }}
    >
      {t('shell.skip')}
    </a>
  );
}
