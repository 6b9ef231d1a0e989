import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './icon-button.module.css';

interface Look {
  label: string;
  /** Turns red when pointed at. */
  danger?: boolean | undefined;
}

function look({ label, danger = false }: Look) {
  return {
    className: danger ? `${styles.button} ${styles.danger}` : styles.button,
    'aria-label': label,
    'data-tip': label,
  };
}

/** An icon alone: named for screen readers, and by a tooltip for everyone else. */
export function IconButton({ label, danger, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...look({ label, danger })} />;
}

export function IconLink({ label, danger, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} {...look({ label, danger })} />;
}
