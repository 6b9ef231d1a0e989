import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  ArrowDown,
  ArrowUp,
  CodeXml,
  Copy,
  GripVertical,
  Link,
  Plus,
  Table,
  Trash2,
} from 'lucide-react';
import { useMemo, useState, type MouseEvent } from 'react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { InsertController } from '../insert/insert-controller.ts';
import styles from './block-buttons.module.css';
import { createBlockDrag } from './block-drag.ts';
import { deleteBlock, duplicateBlock, moveBlock, type MovableBlock } from './block-edits.ts';
import type { Gutter } from './gutter.ts';
import { headingLink } from './heading-link.ts';
import { showTableSource, tableAt, tableSource } from './table/edited-cell.ts';

interface BlockButtonsProps {
  view: EditorView;
  gutter: Gutter;
  insert: InsertController;
  /** The URL of the page in the reader; undefined for a page that was not saved yet. */
  pageUrl: string | undefined;
}

/** Base UI adds this function to the events of the button of a menu; React's types do not contain it. */
function preventOpening(event: object): void {
  (event as { preventBaseUIHandler?: () => void }).preventBaseUIHandler?.();
}

/** The buttons beside a block: insert below it, move it, and its menu. */
export function BlockButtons({ view, gutter, insert, pageUrl }: BlockButtonsProps) {
  const { t } = useText();
  const { attach, attachGrip } = gutter;
  const [isHeading, setHeading] = useState(false);
  const [tableDisplay, setTableDisplay] = useState<'drawn' | 'source'>();
  const { attachLine, events, isDragged } = useMemo(
    () => createBlockDrag(view, gutter),
    [view, gutter],
  );

  const run = (edit: (blocks: readonly MovableBlock[], index: number) => object | undefined) => {
    const { blocks, index } = gutter.find();
    const spec = index < 0 ? undefined : edit(blocks, index);
    gutter.hold(false);
    if (spec) view.dispatch(spec);
    view.focus();
  };
  const move = (step: 1 | -1) =>
    run((blocks, index) =>
      moveBlock(view.state, blocks, index, step > 0 ? index + 2 : Math.max(index - 1, 0)),
    );

  const onInsert = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const at = gutter.position();
    const { blocks, index } = gutter.find();
    const block = blocks[index];
    if (block)
      view.dispatch({
        changes: { from: block.to, insert: '\n\n' },
        selection: { anchor: block.to + 2 },
        userEvent: 'input',
      });
    else view.dispatch({ selection: { anchor: at } });
    insert.toggle(currentTarget);
  };

  const onCopyLink = async () => {
    const { blocks, index } = gutter.find();
    const block = blocks[index];
    gutter.hold(false);
    view.focus();
    if (!block || pageUrl === undefined) return;
    const number = view.state.doc.lineAt(block.from).number - 1;
    const hash = await headingLink(view.state.doc.toString(), number);
    const isCopied = await copyText(pageUrl + hash, document.body);
    showToast(
      isCopied
        ? { kind: 'done', text: t('live.linkCopied') }
        : { kind: 'error', text: t('shell.copyFailed') },
    );
  };

  return (
    <>
      <div
        ref={attach}
        className={styles.buttons}
        // The editor keeps the focus, so that the insert menu does not close.
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
      >
        <button
          type="button"
          className={`${styles.button} ${styles.insert}`}
          aria-label={t('live.insertBlock')}
          data-tip={t('live.insertBlock')}
          onClick={onInsert}
        >
          <Plus />
        </button>
        <Menu
          width={220}
          opener={
            <button
              ref={attachGrip}
              type="button"
              className={`${styles.button} ${styles.grip}`}
              aria-label={t('live.blockMenu')}
              aria-keyshortcuts="Alt+Enter"
              data-tip={t('live.blockMenu')}
              {...events}
              // A press may start a drag; the menu opens with the click.
              onMouseDown={preventOpening}
              onPointerDown={(event) => {
                preventOpening(event);
                events.onPointerDown(event);
              }}
              onClick={(event) => {
                if (isDragged()) preventOpening(event);
                const { blocks, index } = gutter.find();
                setHeading(isHeadingBlock(view, blocks[index]));
                setTableDisplay(displayOfTable(view, blocks[index]));
              }}
            >
              <GripVertical />
            </button>
          }
        >
          {tableDisplay && (
            <MenuEntry
              label={t(tableDisplay === 'drawn' ? 'live.showSource' : 'live.showTable')}
              icon={tableDisplay === 'drawn' ? <CodeXml /> : <Table />}
              onRun={() => run((blocks, index) => toggleSource(view, blocks[index]))}
            />
          )}
          <MenuEntry
            label={t('live.duplicate')}
            icon={<Copy />}
            onRun={() => run((blocks, index) => duplicateBlock(view.state, blocks, index))}
          />
          <MenuEntry label={t('live.moveUp')} icon={<ArrowUp />} onRun={() => move(-1)} />
          <MenuEntry label={t('live.moveDown')} icon={<ArrowDown />} onRun={() => move(1)} />
          {isHeading && pageUrl !== undefined && (
            <MenuEntry
              label={t('live.copyHeadingLink')}
              icon={<Link />}
              onRun={() => void onCopyLink()}
            />
          )}
          <MenuEntry
            label={t('live.remove')}
            icon={<Trash2 />}
            onRun={() => run((blocks, index) => deleteBlock(view.state, blocks, index))}
          />
        </Menu>
      </div>
      <div ref={attachLine} className={styles.line} hidden />
    </>
  );
}

function isHeadingBlock({ state }: EditorView, block: MovableBlock | undefined): boolean {
  if (!block) return false;
  const [first = '', second = ''] = state.sliceDoc(block.from, block.to).split('\n');
  return /^\s{0,3}#{1,6}(?![#!{/\\])/.test(first) || /^\s{0,3}(?:=+|-+)\s*$/.test(second);
}

function displayOfTable(
  { state }: EditorView,
  block: MovableBlock | undefined,
): 'drawn' | 'source' | undefined {
  if (!block || !tableAt(state, block.from)) return undefined;
  return state.field(tableSource)?.from === block.from ? 'source' : 'drawn';
}

/** Shows a table as source, with the cursor in it, or draws it again. */
function toggleSource(view: EditorView, block: MovableBlock | undefined): TransactionSpec {
  if (!block) return {};
  const { from, to } = block;
  const { head } = view.state.selection.main;
  const isDrawn = displayOfTable(view, block) === 'drawn';
  return {
    effects: showTableSource.of(isDrawn ? { from, to } : null),
    ...((head < from || head > to) && { selection: { anchor: from } }),
  };
}
