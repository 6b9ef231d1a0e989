import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { Operation, OverlayName } from '../model/operations.ts';
import { loadOverlay } from '../model/load-overlay.ts';
import { iconButtonProps } from '../../shared/ui/icon-button.tsx';
import styles from './action.module.css';
import button from './button.module.css';

interface ActionProps {
  operation: Operation;
  className?: string | undefined;
  /** Replaces the element's text. */
  'aria-label'?: string;
  'data-tip'?: string;
  role?: string;
  tabIndex?: number;
  onOpenOverlay: (name: OverlayName) => void;
  children: ReactNode;
}

/** A link to another screen, or a button that opens an overlay and preloads its code on hover or focus. */
function Action({ operation, onOpenOverlay, children, ...rest }: ActionProps) {
  const { t } = useText();
  if ('href' in operation.to)
    return (
      <a {...rest} href={operation.to.href}>
        {children}
      </a>
    );
  if ('reason' in operation.to) {
    const reason = t(operation.to.reason);
    return (
      // A `disabled` button shows no tooltip; the title is also its accessible description.
      <button type="button" {...rest} aria-disabled data-tip={undefined} title={reason}>
        {children}
      </button>
    );
  }
  const { overlay } = operation.to;
  const preload = () => void loadOverlay(overlay).catch(() => {});
  return (
    <button
      type="button"
      {...rest}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => onOpenOverlay(overlay)}
    >
      {children}
    </button>
  );
}

type ActionFaceProps = Pick<ActionProps, 'operation' | 'onOpenOverlay'>;

export function ActionIcon({ operation, onOpenOverlay }: ActionFaceProps) {
  const { t } = useText();
  const Icon = operation.icon;
  const iconProps = iconButtonProps({
    label: t(operation.label),
    danger: operation.name === 'delete',
  });
  return (
    <Action {...iconProps} operation={operation} onOpenOverlay={onOpenOverlay}>
      <Icon />
    </Action>
  );
}

export function ActionButton({
  operation,
  isPrimary,
  onOpenOverlay,
}: ActionFaceProps & { isPrimary?: boolean }) {
  const { t } = useText();
  const Icon = operation.icon;
  return (
    <Action
      operation={operation}
      className={`${styles.apart} ${button.button} ${isPrimary ? button.primary : ''}`}
      onOpenOverlay={onOpenOverlay}
    >
      <Icon />
      {t(operation.label)}
      {operation.keys && <kbd className="key on-accent">{operation.keys.join(' ')}</kbd>}
    </Action>
  );
}

export function ActionRow({ operation, onOpenOverlay }: ActionFaceProps) {
  const { t } = useText();
  const Icon = operation.icon;
  const tone = operation.name === 'delete' ? ` ${styles.dangerRow}` : '';
  return (
    <Action
      operation={operation}
      className={`${styles.row}${tone}`}
      role="menuitem"
      tabIndex={-1}
      onOpenOverlay={onOpenOverlay}
    >
      <Icon />
      {t(operation.label)}
      {operation.keys && <span className={styles.rowKeys}>{operation.keys.join(' ')}</span>}
    </Action>
  );
}
