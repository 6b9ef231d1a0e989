import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './select-input.module.css';

const slots = { popup: { root: styles.list ?? '' } };

interface SelectInputProps {
  /** `name` is what typing finds; `label`, if given, is what is shown. */
  options: readonly { readonly value: number; readonly name: string; readonly label?: ReactNode }[];
  value: number | undefined;
  onValue: (value: number) => void;
  placeholder?: string;
  /** Said when nothing has the typed name. */
  none?: string;
  loading?: boolean;
  /** Its name where it stands without a Field. */
  label?: string;
}

/** One of many, found by typing a part of its name. Inside a Field it is tied to its label by itself. */
export function SelectInput(props: SelectInputProps) {
  const { options, value, onValue, placeholder, none, loading = false } = props;
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
      notFoundContent={<span className={styles.none}>{none}</span>}
      options={options.map(({ value: each, name, label = name }) => ({
        value: each,
        title: name,
        label,
      }))}
    />
  );
}
