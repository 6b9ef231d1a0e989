import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './dialog.module.css';
import { focusMain } from './skip-link.tsx';

/** Default width in px, for account dialogs and confirmations. */
const WIDTH = 400;

interface DialogProps {
  open: boolean;
  title: string;
  width?: number | undefined;
  /** Fills the screen of a phone, for dialogs that are higher than it. */
  fillsPhone?: boolean | undefined;
  /** Whether it has a close button; Esc calls `onCancel` in any case. */
  closable?: boolean;
  /** Selector of the element with the initial focus; the first button if nothing matches. */
  initialFocus: string;
  onCancel: (reason: BaseDialog.Root.ChangeEventReason) => void;
  /** The closing animation has ended. */
  onClosed: () => void;
  children: ReactNode;
}

/** A modal dialog. A click outside does not close it; closing returns the focus to the opener. */
export function Dialog(props: DialogProps) {
  const { open, title, width = WIDTH, closable = true, initialFocus, onCancel, onClosed } = props;
  const { t } = useText();
  const popup = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useRestoreFocus();
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(_isOpen, { reason }) => {
        // Every open dialog receives Esc unless the upper one is its child component.
        if (reason !== 'escape-key' || topDialog() === popup.current) onCancel(reason);
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={styles.backdrop} />
        <BaseDialog.Viewport className={styles.viewport}>
          <BaseDialog.Popup
            ref={popup}
            className={props.fillsPhone ? `${styles.dialog} ${styles.full}` : styles.dialog}
            style={{ width }}
            initialFocus={() =>
              content.current?.querySelector<HTMLElement>(initialFocus) ??
              content.current?.querySelector('button')
            }
            finalFocus={false}
            onKeyDown={(event) => {
              // Base UI stops these keys here, but the sortable list of a dialog listens on the document.
              if (event.key.startsWith('Arrow')) event.preventBaseUIHandler();
            }}
          >
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {closable && (
              <BaseDialog.Close className={styles.close} aria-label={t('shell.close')}>
                <X />
              </BaseDialog.Close>
            )}
            <div ref={content}>{props.children}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The topmost dialog: a native one, such as the palette, can be open above this one. */
export function topDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog[open], [role="dialog"]')].at(-1);
}

interface Opening {
  readonly opener: Element | null;
  /** The dialog that was open already: a confirmation, for example, is replaced by the dialog with the result. */
  readonly before: Opening | undefined;
}

const openings: Opening[] = [];

/** Restores the focus after the dialog was removed, because only then it is known whether its opener was removed too. */
export function useRestoreFocus(): void {
  const [opening] = useState<Opening>(() => ({
    opener: document.activeElement,
    before: openings.at(-1),
  }));
  useEffect(() => {
    openings.push(opening);
    return () => {
      openings.splice(openings.indexOf(opening), 1);
      restoreFocus(opening);
    };
  }, [opening]);
}

function restoreFocus(opening: Opening): void {
  const { opener, before } = opening;
  const isLost = !opener?.isConnected || opener === document.body;
  if (isLost && before) return restoreFocus(before);
  // Another dialog has opened meanwhile and has the focus.
  const top = topDialog();
  if (top && !top.contains(opener)) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  // The opener was removed together with a deleted object.
  else if (document.activeElement === document.body) focusMain();
}
