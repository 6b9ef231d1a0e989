import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  onText: (text: string) => void;
}

/** A multi-line text field. Inside a Field it is connected to the label, help and error automatically. */
export function TextArea({ onText, ...rest }: TextAreaProps) {
  const control = useFieldControl();
  return (
    <textarea
      rows={2}
      {...control}
      {...rest}
      className={styles.area}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
