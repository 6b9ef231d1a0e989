import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SearchPalette } from '../features/search/search-palette.tsx';
import { useText } from '../shared/i18n/texts.tsx';
import { isCapturing } from '../shared/palette/early-text.ts';
import styles from './palette-button.module.css';

/** Opens the palette; Ctrl+K does the same on every screen of the workspace. */
export function PaletteButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(isCapturing);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.field}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Search />
        <span className={styles.words}>{t('reader.palettePlaceholder')}</span>
        <kbd className={styles.keys} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {isOpen && <SearchPalette onClose={() => setOpen(false)} />}
    </>
  );
}
