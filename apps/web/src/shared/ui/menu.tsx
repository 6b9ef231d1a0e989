import { Menu as BaseMenu } from '@base-ui/react/menu';
import {
  createContext,
  use,
  useCallback,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
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
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <BaseMenu.Popup ref={popup} className={styles.menu} style={{ width }} finalFocus={false}>
            <ChooseContext value={choose}>{children}</ChooseContext>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuEntryProps {
  label: string;
  help?: string | undefined;
  icon: ReactNode;
  onRun: () => void;
}

export function MenuEntry({ label, help, icon, onRun }: MenuEntryProps) {
  const choose = use(ChooseContext);
  return (
    <BaseMenu.Item className={styles.entry} label={label} onClick={() => choose(onRun)}>
      {icon}
      <span>
        {label}
        {help && <small>{help}</small>}
      </span>
    </BaseMenu.Item>
  );
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
