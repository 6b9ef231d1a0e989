import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onChecked: (checked: boolean) => void;
}

/** A box to tick; the label belongs to whoever places it. */
export function Checkbox({ onChecked, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={styles.box}
      onChange={(event) => onChecked(event.target.checked)}
    />
  );
}
