import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { LayerName } from '../model/layer-name.ts';
import { loadLayer } from '../model/load-layer.ts';
import type { Operation } from '../model/operations.ts';
import styles from './action.module.css';

interface ActionProps {
  operation: Operation;
  className?: string | undefined;
  /** In the place of the element's own text. */
  label?: string | undefined;
  role?: string;
  tabIndex?: number;
  onLayer: (name: LayerName) => void;
  children: ReactNode;
}

/** A link to another screen, or a button that opens a layer; the layer's code comes with the wish. */
function Action({ operation, label, onLayer, children, ...rest }: ActionProps) {
  const named = label === undefined ? {} : { 'aria-label': label, 'data-tip': label };
  if ('href' in operation.to)
    return (
      <a {...rest} {...named} href={operation.to.href}>
        {children}
      </a>
    );
  const { layer } = operation.to;
  const prepare = () => void loadLayer(layer).catch(() => {});
  return (
    <button
      type="button"
      {...rest}
      {...named}
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
  const tone = operation.name === 'delete' ? ` ${styles.danger}` : '';
  return (
    <Action
      operation={operation}
      className={`${styles.icon}${tone}`}
      label={t(operation.label)}
      onLayer={onLayer}
    >
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
      className={isPrimary ? `${styles.button} ${styles.primary}` : styles.button}
      onLayer={onLayer}
    >
      <Icon />
      {t(operation.label)}
      {operation.keys && <kbd className={styles.keys}>{operation.keys.join(' ')}</kbd>}
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
