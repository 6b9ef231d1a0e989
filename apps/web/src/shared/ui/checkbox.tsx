import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onChecked: (checked: boolean) => void;
}

/** A checkbox without a label; the parent component provides it. */
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
