import type { ComponentProps } from 'react';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import styles from './settings.module.css';

/** One of few, with its name above it like any other field. */
export function ChoiceField<Value extends string>(props: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{props.label}</span>
      <Segmented {...props} />
    </div>
  );
}
