import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './select-input.module.css';

const slots = { popup: { root: styles.list ?? '' } };

interface SelectInputProps {
  /** `name` is searched while typing; `label` is displayed (default: the name). */
  options: readonly { readonly value: number; readonly name: string; readonly label?: ReactNode }[];
  value: number | undefined;
  onValue: (value: number) => void;
  placeholder?: string;
  /** Shown when no option matches the typed text. */
  emptyText?: string;
  loading?: boolean;
  /** The accessible name, if it is used without a Field. */
  label?: string;
}

/** A searchable select. Inside a Field it is connected to its label automatically. */
export function SelectInput(props: SelectInputProps) {
  const { options, value, onValue, placeholder, emptyText, loading = false } = props;
  return (
    <Select<number>
      {...useFieldControl()}
      {...(value !== undefined && { value })}
      {...(props.label !== undefined && { 'aria-label': props.label })}
      className={styles.select ?? ''}
      classNames={slots}
      onChange={onValue}
      loading={loading}
      suffixIcon={<ChevronDown />}
      placeholder={placeholder}
      showSearch={{
        filterOption: (typed, option) =>
          String(option?.title).toLowerCase().includes(typed.trim().toLowerCase()),
      }}
      notFoundContent={<span className={styles.none}>{emptyText}</span>}
      options={options.map(({ value: each, name, label = name }) => ({
        value: each,
        title: name,
        label,
      }))}
    />
  );
}
