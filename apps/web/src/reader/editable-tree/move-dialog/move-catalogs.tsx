import { Check, ChevronRight, Folder, FolderOpen, House } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { visibleRows, type TreeRow } from '../../model/menu.ts';
import { treeKeyAction } from '../../model/tree-keys.ts';
import styles from './move-catalogs.module.css';
import type { TargetReason, TargetTree } from './move-target.ts';

const REASON_TEXTS = {
  here: 'tree.moveHere',
  inside: 'tree.moveInside',
  tooDeep: 'tree.moveTooDeep',
  readOnly: 'tree.moveReadOnly',
  outside: 'tree.moveOutside',
} as const satisfies Record<TargetReason, string>;

export function useReasonText(): (reason: TargetReason) => string {
  const { t } = useText();
  return (reason) => t(REASON_TEXTS[reason]);
}

type CatalogRow = Extract<TreeRow, { kind: 'catalog' }>;

interface MoveCatalogsProps {
  tree: TargetTree;
  /** Why catalogs cannot be chosen, by their id. */
  reasons: ReadonlyMap<number, TargetReason>;
  open: ReadonlySet<number>;
  /** The chosen catalog; 0 is the root. */
  chosenId: number | undefined;
  onChoose: (catId: number) => void;
  onToggle: (catId: number, open: boolean) => void;
  /** Enter on the chosen catalog. */
  onSubmit: () => void;
  /** Below the last row. */
  children: ReactNode;
}

/** The catalogs of the target item as a tree, after its root. One row is in the Tab order. */
export function MoveCatalogs(props: MoveCatalogsProps) {
  const { tree, reasons, open, chosenId, onChoose, onToggle, onSubmit, children } = props;
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const rows = targetRows(tree, open, t('tree.topLevel'));
  const [focusedId, setFocusedId] = useState<number>();
  const focusedAt = rows.findIndex(({ catalog }) => catalog.cat_id === focusedId);
  const chosenAt = rows.findIndex(({ catalog }) => catalog.cat_id === chosenId);
  const tabAt = Math.max(focusedAt >= 0 ? focusedAt : chosenAt, 0);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-key="${rowKey(chosenId)}"]`);
    chosen?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  function focusRow(row: TreeRow | undefined): void {
    if (row) list.current?.querySelector<HTMLElement>(`[data-key="${row.key}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const catId = rows[tabAt]?.catalog.cat_id;
    const action = treeKeyAction(event.key, rows, tabAt);
    if (!action || catId === undefined) return;
    event.preventDefault();
    if ('toggle' in action) onToggle(action.toggle, action.open);
    if ('row' in action) focusRow(action.row);
    if (!('press' in action)) return;
    if (event.key === 'Enter' && catId === chosenId) onSubmit();
    else if (!reasons.has(catId)) onChoose(catId);
  }

  return (
    <div className={styles.catalogs}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div ref={list} role="tree" aria-label={t('tree.moveCatalog')} onKeyDown={onKeyDown}>
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            pageCount={tree.pageCounts.get(row.catalog.cat_id)}
            reason={reasons.get(row.catalog.cat_id)}
            isChosen={at === chosenAt}
            tabIndex={at === tabAt ? 0 : -1}
            onFocus={() => setFocusedId(row.catalog.cat_id)}
            onChoose={onChoose}
            onToggle={onToggle}
          />
        ))}
      </div>
      {children}
    </div>
  );
}

/** The key of a row of the tree; the root has the id 0. */
const rowKey = (catId: number | undefined) => `c${catId}`;

/** The root as the first row, then the visible catalogs. */
function targetRows(tree: TargetTree, open: ReadonlySet<number>, topLevel: string): CatalogRow[] {
  const of = tree.menu.catalogs.length + 1;
  const root = { cat_id: 0, cat_name: topLevel, parent_cat_id: 0, level: 1, s_number: 0 };
  return [
    {
      kind: 'catalog',
      key: rowKey(0),
      level: 1,
      at: 1,
      of,
      catalog: { ...root, loaded: true, pages: [], catalogs: [] },
      isOpen: false,
    },
    ...visibleRows(tree.menu, open).flatMap((row) =>
      row.kind === 'page' ? [] : [row.level === 1 ? { ...row, at: row.at + 1, of } : row],
    ),
  ];
}

interface RowProps extends Pick<MoveCatalogsProps, 'onChoose' | 'onToggle'> {
  row: CatalogRow;
  pageCount: number | undefined;
  reason: TargetReason | undefined;
  isChosen: boolean;
  tabIndex: number;
  onFocus: () => void;
}

function Row({ row, pageCount, reason, isChosen, tabIndex, onFocus, ...actions }: RowProps) {
  const { t } = useText();
  const reasonText = useReasonText();
  const { catalog, isOpen } = row;
  const hasBranch = catalog.catalogs.length > 0;
  const FolderIcon = hasBranch && isOpen ? FolderOpen : Folder;
  const Icon = catalog.cat_id === 0 ? House : FolderIcon;
  return (
    // The tree handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="treeitem"
      className={`${styles.row} ${styles[`level${row.level}`]}`}
      data-key={row.key}
      aria-level={row.level}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={hasBranch ? isOpen : undefined}
      aria-selected={isChosen}
      aria-disabled={reason !== undefined || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => {
        if (reason === undefined) actions.onChoose(catalog.cat_id);
        else if (hasBranch) actions.onToggle(catalog.cat_id, !isOpen);
      }}
    >
      {hasBranch ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          className={styles.chevron}
          onClick={(event) => {
            event.stopPropagation();
            actions.onToggle(catalog.cat_id, !isOpen);
          }}
        >
          <ChevronRight />
        </span>
      ) : (
        <span className={styles.chevron} />
      )}
      <Icon />
      <span className={styles.name}>{catalog.cat_name}</span>
      <span className={styles.count}>
        {reason
          ? reasonText(reason)
          : pageCount !== undefined && t('tree.pages', { count: pageCount })}
      </span>
      {isChosen && <Check />}
    </div>
  );
}
