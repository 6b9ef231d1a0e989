import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';
import styles from './icon-button.module.css';

interface Look {
  label: string;
  /** Red on hover. */
  danger?: boolean | undefined;
}

/** The props of an icon button, for other button or link elements. */
export function iconLook({ label, danger = false }: Look) {
  return {
    className: `${styles.button} ${danger ? styles.danger : ''}`,
    'aria-label': label,
    'data-tip': label,
  };
}

/** A button with an icon only; its label is the accessible name and the tooltip. */
export function IconButton({ label, danger, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...iconLook({ label, danger })} />;
}

/** A link with an icon only; the link to the current screen is highlighted. */
export function IconLink({ label, danger, ...rest }: Look & ComponentProps<typeof NavLink>) {
  return <NavLink {...rest} {...iconLook({ label, danger })} />;
}
