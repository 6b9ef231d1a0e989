import { useId, type ReactNode } from 'react';
import styles from './choice-cards.module.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help: string;
  readonly picture?: ReactNode;
}

interface ChoiceCardsProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  disabled?: boolean;
  /** Number of cards in a row, with pictures before the text; without it all cards are in one row, with pictures above. */
  columns?: number;
  onValue: (value: Value) => void;
}

/** Radio buttons as cards, each with an explanation. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const id = useId();
  const { label, choices, value: selected, disabled = false, columns, onValue } = props;
  const layoutClass = columns === undefined ? styles.tall : styles.flat;
  return (
    <fieldset className={styles.field} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      <div
        className={styles.cards}
        style={{ '--columns': columns ?? choices.length } as React.CSSProperties}
      >
        {choices.map(({ value, label: name, help, picture }) => (
          <label key={value} className={picture ? `${styles.card} ${layoutClass}` : styles.card}>
            <input
              className={styles.radio}
              type="radio"
              name={id}
              value={value}
              checked={value === selected}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-help`}
              onChange={() => onValue(value)}
            />
            {picture}
            <span className={styles.words}>
              <b id={`${id}-${value}`}>{name}</b>
              <span id={`${id}-${value}-help`}>{help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
