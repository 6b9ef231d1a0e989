import { Menu as BaseMenu } from '@base-ui/react/menu';
import {
  createContext,
  use,
  useCallback,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { Link, type To } from 'react-router';
import styles from './menu.module.css';
import { MAIN_ID } from './skip-link.tsx';

/** Runs the chosen entry after the menu has returned the focus to its button, so that the entry can move the focus. */
const ChooseContext = createContext<(run: () => void) => void>((run) => run());

interface MenuProps {
  /** The button that opens the menu. */
  opener: ReactElement;
  width: number;
  children: ReactNode;
}

/** The menu of a button. It is rendered in the main element, because bars would limit its z-index. */
export function Menu({ opener, width, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const chosen = useRef<() => void>(undefined);
  const choose = useCallback((run: () => void) => {
    chosen.current = run;
  }, []);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <BaseMenu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) setContainer(document.getElementById(MAIN_ID));
        else if (popup.current?.contains(document.activeElement)) button.current?.focus();
      }}
      onOpenChangeComplete={() => {
        chosen.current?.();
        chosen.current = undefined;
      }}
    >
      <BaseMenu.Trigger ref={button} render={opener} />
      <MenuPopup ref={popup} container={container} width={width}>
        <ChooseContext value={choose}>{children}</ChooseContext>
      </MenuPopup>
    </BaseMenu.Root>
  );
}

interface AnchoredMenuProps {
  label: string;
  /** The place the menu is shown at. */
  anchor: { readonly getBoundingClientRect: () => DOMRect };
  width: number;
  /** Returns the focus; runs after the chosen entry. */
  onClosed: () => void;
  children: ReactNode;
}

/** A menu without a button of its own. It is open as long as it is rendered. */
export function AnchoredMenu({ label, anchor, width, onClosed, children }: AnchoredMenuProps) {
  const chosen = useRef<() => void>(undefined);
  const choose = useCallback((run: () => void) => {
    chosen.current = run;
  }, []);
  const [isOpen, setOpen] = useState(true);
  return (
    <BaseMenu.Root
      modal={false}
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isComplete) => {
        if (isComplete) return;
        chosen.current?.();
        onClosed();
      }}
    >
      <MenuPopup
        label={label}
        anchor={anchor}
        container={document.getElementById(MAIN_ID)}
        width={width}
      >
        <ChooseContext value={choose}>{children}</ChooseContext>
      </MenuPopup>
    </BaseMenu.Root>
  );
}

interface MenuPopupProps {
  ref?: Ref<HTMLDivElement>;
  label?: string;
  anchor?: AnchoredMenuProps['anchor'];
  container: HTMLElement | null;
  width: number;
  children: ReactNode;
}

function MenuPopup({ ref, label, anchor, container, width, children }: MenuPopupProps) {
  return (
    <BaseMenu.Portal container={container}>
      <BaseMenu.Positioner
        className={styles.positioner}
        anchor={anchor}
        positionMethod="fixed"
        align="start"
        sideOffset={6}
        collisionPadding={8}
      >
        <BaseMenu.Popup
          ref={ref}
          className={styles.menu}
          style={{ width }}
          finalFocus={false}
          {...(label !== undefined && { 'aria-label': label })}
        >
          {children}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

interface MenuEntryProps {
  label: string;
  help?: string | undefined;
  icon: ReactNode;
  /** The keys that do the same, such as `Alt+↑`. */
  keys?: string | undefined;
  isDisabled?: boolean | undefined;
  onRun: () => void;
}

export function MenuEntry({ label, help, icon, keys, isDisabled, onRun }: MenuEntryProps) {
  const choose = use(ChooseContext);
  return (
    <BaseMenu.Item
      className={styles.entry}
      label={label}
      disabled={isDisabled}
      onClick={() => choose(onRun)}
    >
      {icon}
      <span>
        {label}
        {help && <small>{help}</small>}
      </span>
      {keys && (
        <kbd className={styles.keys} aria-hidden>
          {keys}
        </kbd>
      )}
    </BaseMenu.Item>
  );
}

/** Separates groups of entries. */
export function MenuLine() {
  return <BaseMenu.Separator className={styles.line} />;
}

interface MenuLinkProps {
  to: To;
  /** Whether it links to what the screen shows. */
  isCurrent: boolean;
  children: ReactNode;
}

/** A link that replaces the current history entry. */
export function MenuLink({ to, isCurrent, children }: MenuLinkProps) {
  return (
    <BaseMenu.LinkItem
      closeOnClick
      className={`${styles.entry} ${styles.link}`}
      render={<Link replace to={to} />}
      aria-current={isCurrent || undefined}
    >
      <span>{children}</span>
    </BaseMenu.LinkItem>
  );
}
