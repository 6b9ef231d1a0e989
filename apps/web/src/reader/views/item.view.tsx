import type { ReaderView } from '@octavo/contract/reader';
import { useRef, useState } from 'react';
import { itemHref, pageHref } from '../model/urls.ts';
import { useDeferred } from '../model/use-deferred.ts';
import { useKeyboardShortcuts } from '../model/use-keyboard-shortcuts.ts';
import { useItemReading } from '../model/use-item-reading.ts';
import { useOverlay } from '../model/use-overlay.ts';
import { useSearch } from '../model/use-search.ts';
import { editShortcut } from '../model/operations.ts';
import { LeaveFullScreen } from '../parts/leave-full-screen.tsx';
import { OpsBar } from '../parts/ops-bar.tsx';
import { PageArea } from '../parts/page-area.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { Tree } from '../parts/tree.tsx';
import styles from './item.view.module.css';

const loadEditableTree = async () =>
  (await import('../editable-tree/editable-tree.tsx')).EditableTree;

/** An item with a tree: the tree at the left, the page with its operations at the right. */
export function ItemView({ view }: { view: Extract<ReaderView, { kind: 'item' }> }) {
  const reading = useItemReading(view);
  const { item, page, currentPage, operations, PageStar } = reading;
  const { Overlay, show, openPalette, close } = useOverlay();
  const [isFull, setFull] = useState(false);
  const [isMenuHidden, setMenuHidden] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { keyword, Panel, search } = useSearch();
  const { Part: TreeView = Tree } = useDeferred(item.item_edit, loadEditableTree);

  useKeyboardShortcuts({
    'Ctrl+K': openPalette,
    'Ctrl+E': editShortcut(operations),
    '/': () => {
      setMenuHidden(false);
      searchField.current?.focus();
    },
    '?': () => void show('shortcuts'),
    Escape: isFull ? () => setFull(false) : undefined,
  });

  return (
    <div className={styles.app} data-menu={isMenuHidden || isFull ? 'hidden' : 'shown'}>
      <SideMenu
        item={item}
        panel={panel}
        onCollapse={() => setMenuHidden(true)}
        search={
          <SearchBox
            field={searchField}
            keyword={keyword}
            action={page ? pageHref(item, page.page_id) : itemHref(item)}
            onSearch={search}
          />
        }
      >
        {Panel ? (
          <Panel
            item={item}
            keyword={keyword}
            page={page}
            onClose={() => search('')}
            field={searchField}
          />
        ) : (
          <TreeView reading={reading} />
        )}
      </SideMenu>
      <div className={styles.body}>
        {isFull ? (
          <LeaveFullScreen onLeave={() => setFull(false)} />
        ) : (
          <OpsBar
            item={item}
            title={currentPage?.page_title ?? ''}
            breadcrumb={reading.breadcrumb}
            operations={operations}
            star={PageStar && <PageStar item={item} page={page} />}
            isMenuHidden={isMenuHidden}
            onShowMenu={() => setMenuHidden(false)}
            onFullScreen={() => setFull(true)}
            onOpenOverlay={(name) => void show(name)}
          />
        )}
        <PageArea reading={reading} />
      </div>
      <LiveTitle title={reading.target && page?.page_title} />
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

/** Announces the title of a new page to screen readers; the first page is not announced. */
function LiveTitle({ title }: { title: string | undefined }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}
