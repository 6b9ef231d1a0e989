import type { EditorView } from '@codemirror/view';
import { GripHorizontal, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { AnchoredMenu } from '../../../shared/ui/menu.tsx';
import { dragHandle } from './drag-handle.ts';
import styles from './handles.module.css';
import type { TableController } from './table-controller.ts';
import { TableEntries, tableTexts } from './table-entries.tsx';

const WIDTH = 260;
const ROW_WIDTH = 16;
const COLUMN_HEIGHT = 14;

interface HandlesProps {
  controller: TableController;
  view: EditorView;
}

/** The handles of the row and the column of the cursor, with their menus. */
export function Handles(props: HandlesProps) {
  return (
    <AdditionalTexts tables={tableTexts}>
      <HandlesInText {...props} />
    </AdditionalTexts>
  );
}

function createLayer(): HTMLElement {
  return Object.assign(document.createElement('div'), { className: styles.layer });
}

function HandlesInText({ controller, view }: HandlesProps) {
  const { t } = useText();
  const menu = useSyncExternalStore(controller.subscribe, controller.menu);
  const [layer] = useState(createLayer);
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    view.scrollDOM.append(layer);
    const unsubscribe = controller.subscribe(() => placeHandles(view, controller, layer));
    placeHandles(view, controller, layer);
    return () => {
      unsubscribe();
      layer.remove();
    };
  }, [view, controller, layer]);
  useEffect(() => () => controller.setMenu(null), [controller]);
  const titles = { row: t('table.rowMenu'), column: t('table.columnMenu'), table: t('table.menu') };
  const frame = { controller, view, line };
  return (
    <>
      {createPortal(
        <>
          <Handle {...frame} kind="row" isOpen={menu?.kind === 'row'} label={t('table.row')} />
          <Handle
            {...frame}
            kind="column"
            isOpen={menu?.kind === 'column'}
            label={t('table.column')}
          />
          <span ref={line} className={styles.line} hidden />
        </>,
        layer,
      )}
      {menu && (
        <AnchoredMenu
          key={menu.kind}
          label={titles[menu.kind]}
          anchor={menu.anchor}
          width={WIDTH}
          onClosed={() => {
            controller.setMenu(null);
            view.focus();
          }}
        >
          <TableEntries view={view} kind={menu.kind} />
        </AnchoredMenu>
      )}
    </>
  );
}

interface HandleProps extends HandlesProps {
  kind: 'row' | 'column';
  label: string;
  isOpen: boolean;
  line: React.RefObject<HTMLSpanElement | null>;
}

/** A click opens the menu, a drag moves the row or the column. */
function Handle({ controller, view, kind, label, isOpen, line }: HandleProps) {
  const { t } = useText();
  const isClick = useRef(true);
  const Icon = kind === 'row' ? GripVertical : GripHorizontal;
  return (
    <button
      type="button"
      // The keys of the editor and its table menu do the same.
      tabIndex={-1}
      className={`${styles.handle} ${styles[kind]}`}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      data-tip={t('table.handleTip')}
      // The editor keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={({ nativeEvent, currentTarget }) => {
        // A press outside of the open menu closes it.
        isClick.current = !isOpen;
        if (!line.current) return;
        dragHandle(nativeEvent, {
          view,
          button: currentTarget,
          kind,
          line: line.current,
          onStart: () => {
            isClick.current = false;
          },
        });
      }}
      onClick={({ currentTarget }) => {
        if (isClick.current) controller.setMenu({ kind, anchor: currentTarget });
        isClick.current = true;
      }}
    >
      <Icon />
    </button>
  );
}

/** Places the handles beside the row and above the header cell of the cursor, where they cover no text. */
function placeHandles(view: EditorView, controller: TableController, layer: HTMLElement): void {
  view.requestMeasure({
    key: layer,
    read() {
      const cursor = controller.cursor();
      const cell = cursor?.header.cells[cursor.column];
      if (!cursor || !cell) return undefined;
      const { scrollDOM, contentDOM } = view;
      const origin = scrollDOM.getBoundingClientRect();
      const x = scrollDOM.scrollLeft - origin.left;
      const y = scrollDOM.scrollTop - origin.top;
      // Without coordinates a line is not drawn, because it is far outside of the window.
      const row = view.coordsAtPos(cursor.current.start, 1);
      const start = view.coordsAtPos(cell.textFrom, 1);
      const end = view.coordsAtPos(cell.textTo, -1);
      const isOneLine = start?.top === end?.top;
      const center = start && (isOneLine && end ? (start.left + end.right) / 2 : start.left);
      return {
        row: row && {
          left: contentDOM.getBoundingClientRect().left + x - ROW_WIDTH / 4,
          top: (row.top + row.bottom) / 2 + y,
        },
        column: start && { left: (center ?? 0) + x, top: start.top + y - COLUMN_HEIGHT },
      };
    },
    write(places) {
      const [row, column] = layer.querySelectorAll('button');
      place(row, places?.row);
      place(column, places?.column);
    },
  });
}

function place(
  handle: HTMLElement | undefined,
  at: { left: number; top: number } | null | undefined,
): void {
  if (!handle) return;
  handle.hidden = !at;
  if (!at) return;
  handle.style.left = `${at.left}px`;
  handle.style.top = `${at.top}px`;
}
