import type { ComponentProps } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Pick<ComponentProps<'input'>, 'id' | 'checked' | 'aria-describedby'> {
  onChecked: (checked: boolean) => void;
}

/** A switch that takes effect immediately. It is a checkbox; the parent component provides the label. */
export function Switch({ onChecked, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="switch"
      className={styles.switch}
      onChange={(event) => onChecked(event.target.checked)}
    />
  );
}
