import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

/** An icon alone: named for screen readers, and by a tooltip for everyone else. */
export function IconButton({ label, ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label} data-tip={label} />
  );
}
