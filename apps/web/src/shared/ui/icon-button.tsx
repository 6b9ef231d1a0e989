import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';
import styles from './icon-button.module.css';

interface Look {
  label: string;
  /** Turns red when pointed at. */
  danger?: boolean | undefined;
}

/** For an element that is a button or a link by itself. */
export function iconLook({ label, danger = false }: Look) {
  return {
    className: `${styles.button} ${danger ? styles.danger : ''}`,
    'aria-label': label,
    'data-tip': label,
  };
}

/** An icon alone: named for screen readers, and by a tooltip for everyone else. */
export function IconButton({ label, danger, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...iconLook({ label, danger })} />;
}

/** One that leads to where the reader is already stands out. */
export function IconLink({ label, danger, ...rest }: Look & ComponentProps<typeof NavLink>) {
  return <NavLink {...rest} {...iconLook({ label, danger })} />;
}
