import type { ItemInfo } from '@octavo/contract/item.entities';
import { MAX_KEYWORD_LENGTH } from '@octavo/contract/limits';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ListFailure, ListSkeleton } from './list-state.tsx';
import { MoveCatalogs } from './move-catalogs.tsx';
import styles from './move-dialog.module.css';
import { MoveItems } from './move-items.tsx';
import { MoveResults } from './move-results.tsx';
import { NewCatalog } from './new-catalog.tsx';
import type { MoveTarget, TreeSelection } from '../moves/tree-move.ts';
import { useMoveTarget } from './use-move-target.ts';
import { useSelectionText } from '../use-selection-text.ts';
import { useTargetItems } from './use-target-items.ts';
import { useTargetResults, type TargetResult } from './use-target-results.ts';

interface MoveDialogProps {
  item: ItemInfo;
  selection: TreeSelection;
  /** The dialog closes afterwards. */
  onMove: (target: MoveTarget, targetName: string) => void;
  /** A catalog was created in an item; the menu of the reader does not have it yet. */
  onCreated?: (itemId: number) => void;
  onClose: () => void;
}

/** Asks for the item and the catalog that pages and catalogs are moved to. */
export function MoveDialog({ item, selection, onMove, onCreated, onClose }: MoveDialogProps) {
  const { t, rich } = useText();
  const what = useSelectionText()(selection);
  const resultsId = useId();
  const field = useRef<HTMLInputElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string>();
  const [newName, setNewName] = useState<string>();
  const items = useTargetItems(item);
  const target = useMoveTarget(item, selection);
  const { tree, treeState, choice } = target;
  const keyword = typed.trim();
  const results = useTargetResults(keyword, item, items, target);
  const pickable = results.entries.filter(({ reason }) => reason === undefined);
  const activeResult = pickable.find(({ key }) => key === active) ?? pickable[0];
  // The dialog focuses its first button when it opens.
  useEffect(() => field.current?.focus(), []);

  const targetItem = items.editable.find(({ item_id }) => item_id === target.item);
  const itemName = targetItem?.item_name ?? '';
  const isAway = target.item !== item.item_id;

  function submit(): void {
    // A second click or Enter must not move again.
    if (!choice || !target.isPossible || isSent.current) return;
    isSent.current = true;
    const topName = isAway ? itemName : t('tree.topLevel');
    onMove({ itemId: choice.itemId, catId: choice.catId }, choice.path.at(-1) ?? topName);
    onClose();
  }

  function pick(result: TargetResult): void {
    if (result.reason) return;
    target.reveal(result);
    setTyped('');
    setNewName(undefined);
    field.current?.focus();
  }

  function step(by: number): void {
    const at = activeResult ? pickable.indexOf(activeResult) : -1;
    setActive(pickable[Math.min(Math.max(at + by, 0), pickable.length - 1)]?.key);
  }

  /** The keys of the search field; returns false for keys that it does not handle. */
  function onSearchKey(key: string): boolean {
    const isSearching = keyword !== '';
    if (key === 'Enter') {
      if (!isSearching) submit();
      else if (activeResult) pick(activeResult);
      return true;
    }
    if (key === 'Escape' && typed !== '') {
      setTyped('');
      return true;
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    if (isSearching) step(key === 'ArrowDown' ? 1 : -1);
    else lists.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (onSearchKey(event.key)) event.preventDefault();
  }

  return (
    <Modal
      variant="wide"
      title={t('tree.moveTitle', { what })}
      subtitle={[
        ...selection.pages.map(({ page_title }) => page_title),
        ...selection.catalogs.map(({ cat_name }) => cat_name),
      ].join(t('tree.listSeparator'))}
      onClose={onClose}
      foot={
        <>
          <output className={styles.target}>
            {choice
              ? rich(isAway ? 'tree.moveToItem' : 'tree.moveTo', {
                  target: <b>{targetPath(choice.path, isAway && itemName, t('tree.topLevel'))}</b>,
                })
              : t('tree.moveChoose')}
          </output>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!choice || (tree !== undefined && !target.isPossible)}
            loading={choice !== undefined && treeState.state === 'waiting'}
            onClick={submit}
          >
            {t('tree.moveAction', { what })}
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <TextInput
          ref={field}
          type="search"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="combobox"
          aria-label={t('tree.moveSearch')}
          aria-expanded={keyword !== ''}
          aria-controls={keyword === '' ? undefined : resultsId}
          aria-activedescendant={
            activeResult && `${resultsId}-${results.entries.indexOf(activeResult)}`
          }
          placeholder={t('tree.moveSearch')}
          maxLength={MAX_KEYWORD_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onText={(text) => {
            setTyped(text);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
          leading={<Search className={styles.searchIcon} />}
        />
      </div>
      <div className={keyword === '' ? styles.lists : styles.results} ref={lists}>
        {keyword === '' ? (
          <>
            <MoveItems items={items} itemId={target.item} onItem={target.setItem} />
            {tree ? (
              <MoveCatalogs
                key={target.item}
                tree={tree}
                reasons={target.reasons}
                open={target.open}
                chosenId={choice?.catId}
                onChoose={target.choose}
                onToggle={target.toggle}
                onSubmit={submit}
              >
                {target.newParentId !== undefined && (
                  <NewCatalog
                    itemId={target.item}
                    parentId={target.newParentId}
                    parentName={choice?.path.at(-1) ?? ''}
                    name={newName}
                    onName={setNewName}
                    onCreated={(row) => {
                      target.addCatalog(row);
                      setNewName(undefined);
                      field.current?.focus();
                      onCreated?.(target.item);
                    }}
                  />
                )}
              </MoveCatalogs>
            ) : (
              <div className={styles.loading}>
                {treeState.state === 'failed' ? (
                  <ListFailure {...treeState} />
                ) : (
                  <ListSkeleton widths={[30, 46, 38, 52]} />
                )}
              </div>
            )}
          </>
        ) : (
          <MoveResults
            id={resultsId}
            keyword={keyword}
            results={results}
            activeAt={activeResult ? results.entries.indexOf(activeResult) : -1}
            onPick={pick}
            onNewCatalog={
              target.newParentId === undefined
                ? undefined
                : () => {
                    setNewName(keyword);
                    setTyped('');
                  }
            }
          />
        )}
      </div>
      {isAway && (
        <div className={styles.note}>
          <Note kind="warning">{t('tree.moveAwayNote', { item: itemName })}</Note>
        </div>
      )}
    </Modal>
  );
}

/** The path of the target, with the item if it is another one. */
function targetPath(path: readonly string[], itemName: string | false, topLevel: string): string {
  const names = path.length > 0 ? path : [topLevel];
  return [...(itemName === false ? [] : [itemName]), ...names].join(' / ');
}
