import type { ReaderView } from '@octavo/contract/reader';
import { paths } from '@octavo/contract/paths';
import { TABLE_ITEM } from '@octavo/contract/item-type';
import { ArrowLeft, FileText, Lock, Sheet } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { editShortcut } from '../model/operations.ts';
import { useItemReading } from '../model/use-item-reading.ts';
import { useKeyboardShortcuts } from '../model/use-keyboard-shortcuts.ts';
import { useOverlay } from '../model/use-overlay.ts';
import { ActionButton } from '../parts/action.tsx';
import { LanguageButton, ThemeButton } from '../parts/choices.tsx';
import { OpsMenu } from '../parts/ops-menu.tsx';
import { PageArea } from '../parts/page-area.tsx';
import { ItemTile } from '../parts/side-menu.tsx';
import styles from './single-page.view.module.css';

/** An item with only one page: no tree, a compact bar. */
export function SinglePageView({ view }: { view: Extract<ReaderView, { kind: 'item' }> }) {
  const { t } = useText();
  const reading = useItemReading(view);
  const { item, page, operations, PageStar } = reading;
  const { Overlay, show, openPalette, close } = useOverlay();
  useKeyboardShortcuts({
    'Ctrl+K': openPalette,
    'Ctrl+E': editShortcut(operations),
    '?': () => void show('shortcuts'),
  });
  const isTable = item.item_type === TABLE_ITEM;
  // A text page has its own h1 below.
  const Name = isTable ? 'h1' : 'b';
  const buttons = operations.filter(({ name }) => name === 'share' || name === 'edit');
  const others = operations.filter((operation) => !buttons.includes(operation));
  return (
    <div className={styles.app}>
      <header className={styles.bar}>
        {(item.is_login || isTable) && (
          <a
            className={styles.back}
            href={item.is_login ? paths.myItems.href() : paths.landing.href()}
            aria-label={t(item.is_login ? 'reader.backToItems' : 'states.toStart')}
            data-tip={t(item.is_login ? 'reader.backToItems' : 'states.toStart')}
          >
            <ArrowLeft />
          </a>
        )}
        <ItemTile item={item} icon={isTable ? <Sheet /> : <FileText />} />
        <Name className={styles.name}>{item.item_name}</Name>
        {item.is_private === 1 && (
          <span className={styles.lock} data-tip={t('reader.private')}>
            <Lock />
            <span className="visually-hidden">{t('reader.private')}</span>
          </span>
        )}
        <span className={styles.gap} />
        <span className={styles.choices}>
          <LanguageButton isLogin={item.is_login} />
          <ThemeButton />
        </span>
        {PageStar && <PageStar item={item} page={page} />}
        {buttons.map((operation) => (
          <ActionButton
            key={operation.name}
            operation={operation}
            isPrimary={operation.name === 'edit'}
            onOpenOverlay={(name) => void show(name)}
          />
        ))}
        {others.length > 0 && (
          <OpsMenu operations={others} onOpenOverlay={(name) => void show(name)} />
        )}
      </header>
      <PageArea reading={reading} />
      {!isTable && (
        <footer className={styles.foot}>
          <LanguageButton isLogin={item.is_login} />
          <ThemeButton />
        </footer>
      )}
      {Overlay && (
        <Overlay
          item={item}
          page={page}
          catId={reading.catId}
          operations={operations}
          go={reading.go}
          onOpenOverlay={(name) => void show(name)}
          onChanged={reading.onChanged}
          onClose={close}
        />
      )}
    </div>
  );
}
