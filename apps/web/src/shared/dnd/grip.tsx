import { GripVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './grip.module.css';

/** The drag handle of an item: by touch, or by keyboard with Space. */
export function Grip({ name, ...rest }: { name: string } & Omit<ComponentProps<'button'>, 'name'>) {
  const { t } = useText();
  const label = t('sorting.reorder', { name });
  return (
    <button type="button" {...rest} className={styles.grip} aria-label={label} data-tip={label}>
      <GripVertical />
    </button>
  );
}
