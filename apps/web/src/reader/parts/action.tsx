import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { LayerName } from '../model/layer-name.ts';
import { loadLayer } from '../model/load-layer.ts';
import type { Operation } from '../model/operations.ts';
import { iconLook } from '../../shared/ui/icon-button.tsx';
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
  onLayer: (name: LayerName) => void;
  children: ReactNode;
}

/** A link to another screen, or a button that opens an overlay and preloads its code on hover or focus. */
function Action({ operation, onLayer, children, ...rest }: ActionProps) {
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
  const { layer } = operation.to;
  const prepare = () => void loadLayer(layer).catch(() => {});
  return (
    <button
      type="button"
      {...rest}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => onLayer(layer)}
    >
      {children}
    </button>
  );
}

type Face = Pick<ActionProps, 'operation' | 'onLayer'>;

export function ActionIcon({ operation, onLayer }: Face) {
  const { t } = useText();
  const Icon = operation.icon;
  const look = iconLook({ label: t(operation.label), danger: operation.name === 'delete' });
  return (
    <Action {...look} operation={operation} onLayer={onLayer}>
      <Icon />
    </Action>
  );
}

export function ActionButton({ operation, isPrimary, onLayer }: Face & { isPrimary?: boolean }) {
  const { t } = useText();
  const Icon = operation.icon;
  return (
    <Action
      operation={operation}
      className={`${styles.apart} ${button.button} ${isPrimary ? button.primary : ''}`}
      onLayer={onLayer}
    >
      <Icon />
      {t(operation.label)}
      {operation.keys && <kbd className="key on-accent">{operation.keys.join(' ')}</kbd>}
    </Action>
  );
}

export function ActionRow({ operation, onLayer }: Face) {
  const { t } = useText();
  const Icon = operation.icon;
  const tone = operation.name === 'delete' ? ` ${styles.dangerRow}` : '';
  return (
    <Action
      operation={operation}
      className={`${styles.row}${tone}`}
      role="menuitem"
      tabIndex={-1}
      onLayer={onLayer}
    >
      <Icon />
      {t(operation.label)}
      {operation.keys && <span className={styles.rowKeys}>{operation.keys.join(' ')}</span>}
    </Action>
  );
}
