import { Combobox } from '@base-ui/react/combobox';
import { useState, type ReactNode } from 'react';
import { optionKeys, OptionList, SelectIcon, useComboboxControl } from './option-list.tsx';
import styles from './select-input.module.css';

/** Lists up to this length are not searched, so phones show no keyboard over them. */
const MAX_UNSEARCHED = 6;

interface Option<Value> {
  readonly value: Value;
  /** Searched while typing. */
  readonly name: string;
  /** Displayed instead of the name. */
  readonly label?: ReactNode;
}

interface SelectInputProps<Value> {
  options: readonly Option<Value>[];
  value: Value | undefined;
  onValue: (value: Value) => void;
  /** The server searches: the options are its results for the typed text. */
  onSearch?: (typed: string) => void;
  placeholder?: string | undefined;
  /** Shown when no option matches the typed text. */
  emptyText?: string | undefined;
  loading?: boolean;
  /** The accessible name, if it is used without a Field. */
  label?: string;
}

/** A searchable select. Inside a Field it is connected to its label automatically. */
export function SelectInput<Value extends number | string>(props: SelectInputProps<Value>) {
  const { options, value, onSearch, emptyText, loading = false } = props;
  const [field, setField] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const selected = options.find((option) => option.value === value);
  // The results of another search may not contain the selected option.
  const name = selected?.name ?? (onSearch && value !== undefined ? String(value) : '');
  const label = !isOpen && selected?.label;

  function onTyped(text: string) {
    // Typing into the closed field starts a search instead of changing the selected name.
    const next = isOpen ? text : text.replace(name, '');
    setTyped(next);
    onSearch?.(next);
  }

  return (
    <Combobox.Root
      items={options}
      value={selected ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={(option) => option.name}
      filter={onSearch ? null : matches}
      autoHighlight
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        setOpen(open);
        if (reason === 'input-change') return;
        setTyped('');
        if (open) onSearch?.('');
      }}
      inputValue={isOpen ? typed : name}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') onTyped(text);
      }}
      onValueChange={(option) => {
        if (option) props.onValue(option.value);
      }}
    >
      <Combobox.InputGroup ref={setField} className={styles.field}>
        <Combobox.Input
          {...useComboboxControl()}
          {...(props.label !== undefined && { 'aria-label': props.label })}
          className={label ? `${styles.input} ${styles.covered}` : styles.input}
          placeholder={name || props.placeholder}
          inputMode={onSearch || options.length > MAX_UNSEARCHED ? 'text' : 'none'}
          onKeyDown={optionKeys(isOpen, setOpen)}
        />
        {label && (
          <span className={styles.label} aria-hidden="true">
            {label}
          </span>
        )}
        <SelectIcon loading={loading} />
      </Combobox.InputGroup>
      <OptionList
        field={field}
        emptyText={emptyText}
        render={(option: Option<Value>) => (
          <Combobox.Item key={option.value} className={styles.option} value={option}>
            {option.label ?? option.name}
          </Combobox.Item>
        )}
      />
    </Combobox.Root>
  );
}

function matches({ name }: Option<unknown>, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase());
}
