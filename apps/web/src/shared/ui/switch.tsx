import type { ComponentProps } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Pick<ComponentProps<'input'>, 'id' | 'checked' | 'aria-describedby'> {
  onChecked: (checked: boolean) => void;
}

/** On or off, at once. A real checkbox underneath; the label belongs to whoever places it. */
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
