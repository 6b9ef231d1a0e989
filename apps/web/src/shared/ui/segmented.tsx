import { useId, type ReactNode } from 'react';
import styles from './segmented.module.css';

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly lang?: string;
  /** Why the option cannot be chosen. */
  readonly disabledReason?: string | undefined;
}

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onValue: (value: Value) => void;
}

/** A segmented control made of radio buttons, so that arrow keys work. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={styles.track} role="radiogroup" aria-label={props.label}>
      {props.options.map(({ value, label, lang, disabledReason }) => (
        <label key={value} className={styles.option} lang={lang}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            checked={value === props.value}
            disabled={disabledReason !== undefined}
            title={disabledReason}
            onChange={() => props.onValue(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
