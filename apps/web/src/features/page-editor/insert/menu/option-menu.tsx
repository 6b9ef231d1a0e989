import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useId, useLayoutEffect, type ReactNode } from 'react';
import { useMedia } from '../../../../shared/hooks/media.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import type { InsertController, MenuKey } from '../insert-controller.ts';
import type { InsertSession } from '../insert-session.ts';
import styles from './option-menu.module.css';
import { usePopupPlace } from './use-popup-place.ts';

interface MenuOption {
  readonly id: string;
  readonly content: ReactNode;
  /** Shown, but it cannot be chosen. */
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

export interface MenuGroup {
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** Separated by a line instead of its label, which only screen readers get. */
  readonly isLast?: boolean;
}

/** What all menus get from the editor. */
export interface MenuFrame {
  readonly controller: InsertController;
  readonly view: EditorView;
  readonly session: InsertSession;
}

interface OptionMenuProps extends MenuFrame {
  label: string;
  variant: 'slash' | 'pages' | 'people' | 'emoji';
  groups: readonly MenuGroup[];
  active: ActiveOption;
  /** The options of this query are not known yet: Enter must neither choose another one nor break the line. */
  isBusy?: boolean;
  /** Two columns, filled from top to bottom. */
  isWide?: boolean;
  /** Shown instead of options. */
  note?: string | undefined;
  foot: ReactNode;
}

export interface ActiveOption {
  readonly id: string | undefined;
  readonly choose: (id: string) => void;
}

const isTouch = '(max-width: 999px), (pointer: coarse)';

/** A list of options at the cursor. The editor keeps the focus; its text is the filter. */
export function OptionMenu(props: OptionMenuProps) {
  const { view, session, label, variant, groups, active, note, foot } = props;
  const { t } = useText();
  const id = useId();
  const isSheet = useMedia(isTouch);
  const isWide = props.isWide === true && !isSheet;
  const { popup, list } = usePopupPlace(view, session, isSheet);
  const options = groups.flatMap((group) => group.options);
  const isFirst = options.find(({ isDisabled }) => !isDisabled)?.id === active.id;
  // The ids of options may contain spaces, those of elements may not.
  const domId = (option: string) => `${id}-${options.findIndex((one) => one.id === option)}`;
  const selectedId = active.id === undefined ? undefined : domId(active.id);
  useMenuKeys(props, isWide);
  useEditorAttributes(view, id, selectedId);
  useEffect(() => {
    const selected = selectedId && document.getElementById(selectedId);
    // The label of the first group stays visible.
    if (isFirst) list.current?.scrollTo({ top: 0 });
    else if (selected) selected.scrollIntoView({ block: 'nearest' });
  }, [list, selectedId, isFirst]);
  const classes = [styles.popup, styles[variant], isSheet && styles.sheet, isWide && styles.wide];
  return (
    <div
      ref={popup}
      className={classes.filter(Boolean).join(' ')}
      // The editor keeps the focus and, on a phone, its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      role="presentation"
    >
      <div
        ref={list}
        id={id}
        className={styles.list}
        // A select element cannot contain icons and groups of two columns.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={label}
      >
        {groups.map((group, index) => (
          // A fieldset cannot be in a listbox.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <div key={group.label} role="group" aria-label={group.label}>
            {group.isLast ? (
              index > 0 && <hr className={styles.line} aria-hidden="true" />
            ) : (
              <div className={styles.caption} aria-hidden="true">
                {group.label}
              </div>
            )}
            <div
              className={styles.options}
              role="presentation"
              style={isWide ? { gridTemplateRows: `repeat(${rowsOf(group)}, auto)` } : undefined}
            >
              {group.options.map((option) => (
                <Option
                  key={option.id}
                  domId={domId(option.id)}
                  option={option}
                  isSelected={option.id === active.id}
                  onHover={() => active.choose(option.id)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      <output className="visually-hidden">
        {note ?? t('insert.count', { count: options.length })}
      </output>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

interface OptionProps {
  domId: string;
  option: MenuOption;
  isSelected: boolean;
  onHover: () => void;
}

function Option({ domId, option, isSelected, onHover }: OptionProps) {
  const { isDisabled = false, run, content } = option;
  const attributes = {
    id: domId,
    role: 'option',
    className: styles.option,
    'aria-selected': isSelected,
    'aria-disabled': isDisabled || undefined,
    tabIndex: -1,
  } as const;
  return (
    // The editor has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      {...attributes}
      onPointerMove={isDisabled ? undefined : onHover}
      onClick={isDisabled ? undefined : run}
    >
      {content}
    </div>
  );
}

const rowsOf = ({ options }: MenuGroup) => Math.ceil(options.length / 2);

/** The key hints of a menu; a touch screen has no keys. */
export function KeyHint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className={styles.hint} aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key} className="key">
          {key}
        </kbd>
      ))}
      {children}
    </span>
  );
}

function useMenuKeys(
  { controller, groups, active, isBusy = false }: OptionMenuProps,
  isWide: boolean,
): void {
  const onKey = useEffectEvent((key: MenuKey) => {
    const options = groups
      .flatMap((group) => group.options)
      .filter(({ isDisabled }) => !isDisabled);
    const at = options.findIndex((option) => option.id === active.id);
    const current = options[at];
    if (!current) return isBusy;
    if (key === 'Enter' || key === 'Tab') {
      current.run();
      return true;
    }
    const next =
      key === 'ArrowLeft' || key === 'ArrowRight'
        ? isWide && beside(groups, current, key === 'ArrowRight' ? 1 : -1)
        : options.at((at + (key === 'ArrowDown' ? 1 : -1)) % options.length);
    if (!next) return false;
    active.choose(next.id);
    return true;
  });
  // As soon as the menu is visible, so that no key is lost.
  useLayoutEffect(() => controller.handleKeys((key) => onKey(key)), [controller]);
}

/** The option in the other column; the option itself if there is none. */
function beside(groups: readonly MenuGroup[], current: MenuOption, step: 1 | -1): MenuOption {
  const group = groups.find(({ options }) => options.includes(current));
  const at = group?.options.indexOf(current) ?? 0;
  const next = at + step * (group ? rowsOf(group) : 0);
  return group?.options[next] ?? current;
}

/** Screen readers announce the active option, although the editor has the focus. */
function useEditorAttributes(view: EditorView, listId: string, activeId: string | undefined): void {
  useEffect(() => {
    const content = view.contentDOM;
    content.setAttribute('aria-autocomplete', 'list');
    content.setAttribute('aria-haspopup', 'listbox');
    content.setAttribute('aria-controls', listId);
    return () => {
      for (const name of ['autocomplete', 'haspopup', 'controls', 'activedescendant'])
        content.removeAttribute(`aria-${name}`);
    };
  }, [view, listId]);
  useEffect(() => {
    if (activeId) view.contentDOM.setAttribute('aria-activedescendant', activeId);
    else view.contentDOM.removeAttribute('aria-activedescendant');
  }, [view, activeId]);
}
