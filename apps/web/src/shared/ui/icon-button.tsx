import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';
import styles from './icon-button.module.css';

interface IconButtonStyle {
  label: string;
  /** Red on hover. */
  danger?: boolean | undefined;
}

/** The props of an icon button, for other button or link elements. */
export function iconButtonProps({ label, danger = false }: IconButtonStyle) {
  return {
    className: `${styles.button} ${danger ? styles.danger : ''}`,
    'aria-label': label,
    'data-tip': label,
  };
}

/** A button with an icon only; its label is the accessible name and the tooltip. */
export function IconButton({ label, danger, ...rest }: IconButtonStyle & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...iconButtonProps({ label, danger })} />;
}

/** A link with an icon only; the link to the current screen is highlighted. */
export function IconLink({
  label,
  danger,
  ...rest
}: IconButtonStyle & ComponentProps<typeof NavLink>) {
  return <NavLink {...rest} {...iconButtonProps({ label, danger })} />;
}
