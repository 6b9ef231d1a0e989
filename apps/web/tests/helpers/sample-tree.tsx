import { en } from '@octavo/texts/en';
import { zhCn } from '@octavo/texts/zh-cn';
import { render } from '@testing-library/react';
import { useRef, useState } from 'react';
import { vi } from 'vitest';
import { DragOverlay } from '../../src/reader/editable-tree/drag/drag-overlay.tsx';
import {
  createMovingStore,
  useMovedRows,
} from '../../src/reader/editable-tree/drag/moving-rows.ts';
import type { MoveTarget, TreeSelection } from '../../src/reader/editable-tree/moves/tree-move.ts';
import { useLiftedRow } from '../../src/reader/editable-tree/drag/use-lifted-row.ts';
import { gripProps, useTreeDrag } from '../../src/reader/editable-tree/drag/use-tree-drag.ts';
import { TextsProvider } from '../../src/shared/i18n/texts.tsx';
import { index, selectionOf } from './tree-sample.ts';

export const ROW_HEIGHT = 30;

interface SampleTreeOptions {
  /** The keys of the selected rows; by default the row itself moves. */
  selected?: string;
  editable?: number[];
  language?: 'en' | 'zh-cn';
}

interface SampleTreeProps extends SampleTreeOptions {
  onMove: (selection: TreeSelection, target: MoveTarget) => void;
  onClick: () => void;
  announce: (text: string) => void;
  showRow: (at: number) => void;
  focusRow: (key: string) => void;
}

function SampleTree({ selected, editable, ...options }: SampleTreeProps) {
  const list = useRef<HTMLDivElement>(null);
  const [moving] = useState(createMovingStore);
  const moved = useMovedRows(moving);
  const [open, setOpen] = useState<readonly number[]>([]);
  const [tree, setTree] = useState(() => index({ ...(editable && { editable }) }));
  const { item, rows } = tree;
  const common = {
    item,
    rows,
    moving,
    selectionFor: ({ key }: { key: string }) =>
      // Page 31 stands for rows that the user may not move.
      key === 'p31' ? undefined : selectionOf(tree, selected?.includes(key) ? selected : key),
    onMove: options.onMove,
  };
  const drag = useTreeDrag({
    ...common,
    list,
    rowHeight: ROW_HEIGHT,
    onToggle: (catId) => {
      setOpen([...open, catId]);
      setTree(index({ open: [...open, catId] }));
    },
  });
  const lifted = useLiftedRow({ ...common, ...options });
  return (
    <div ref={list} role="tree" {...drag.listProps}>
      <DragOverlay anchor={drag.anchor} rowHeight={ROW_HEIGHT} moving={moving} />
      {rows.map((row) => (
        <div key={row.key}>
          <a
            href={`#${row.key}`}
            role="treeitem"
            aria-selected={moved?.keys.has(row.key) ?? false}
            data-key={row.key}
            onClick={options.onClick}
            onKeyDown={(event) => lifted.onKeyDown(event, row)}
          >
            {row.key}
            <i {...gripProps} data-testid={`grip-${row.key}`} />
            <button type="button">menu of {row.key}</button>
          </a>
        </div>
      ))}
      <button type="button" onClick={() => setTree(index({ open: [40] }))}>
        Change the tree
      </button>
    </div>
  );
}

/** A small tree with all handlers. happy-dom has no layout, so rows are where the row height puts them. */
export function renderSampleTree(options: SampleTreeOptions = {}) {
  Object.assign(HTMLElement.prototype, { showPopover() {}, setPointerCapture() {} });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    if (this.role === 'tree') return new DOMRect(0, -100, 250, 900);
    return new DOMRect(0, -(this.closest('[role=tree]')?.scrollTop ?? 0), 250, 0);
  });
  const props = {
    onMove: vi.fn<SampleTreeProps['onMove']>(),
    onClick: vi.fn<() => void>(),
    announce: vi.fn<(text: string) => void>(),
    showRow: vi.fn<(at: number) => void>(),
    focusRow: vi.fn<(key: string) => void>(),
  };
  const language = options.language ?? 'en';
  const first = { language, texts: language === 'en' ? en : zhCn };
  const view = render(
    <TextsProvider first={first} load={async () => first}>
      <SampleTree {...options} {...props} />
    </TextsProvider>,
  );
  return { ...props, ...view };
}
