import type { ComponentProps } from 'react';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import styles from './settings.module.css';

/** A segmented control with its label above it, like other fields. */
export function ChoiceField<Value extends string>(props: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{props.label}</span>
      <Segmented {...props} />
    </div>
  );
}
