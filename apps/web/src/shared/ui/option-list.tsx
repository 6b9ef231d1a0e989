import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown, LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './select-input.module.css';

interface OptionListProps<Option> {
  /** The field of the list. */
  field: HTMLElement | null;
  emptyText: string | undefined;
  render: (option: Option) => ReactNode;
}

/** The list of a combobox, rendered inside the landmark or dialog of its field. */
export function OptionList<Option>({ field, emptyText, render }: OptionListProps<Option>) {
  const container = field?.closest<HTMLElement>('[role="dialog"], main') ?? document.body;
  return (
    <Combobox.Portal container={container}>
      <Combobox.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={4}>
        <Combobox.Popup className={styles.popup}>
          <Combobox.Empty className={styles.empty}>{emptyText}</Combobox.Empty>
          <Combobox.List className={styles.list}>{render}</Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

export function SelectIcon({ loading }: { loading: boolean }) {
  return (
    <span className={styles.icon}>
      {loading ? <LoaderCircle className={styles.spinner} /> : <ChevronDown />}
    </span>
  );
}

/** An open list hides the label from screen readers; the name of the field stays, because it refers to the label. */
export function useComboboxControl() {
  const control = useFieldControl();
  return control.id === undefined
    ? control
    : { ...control, 'aria-labelledby': `${control.id}-label` };
}

/**
 * The keys of a combobox as of a select: Enter opens the list and never submits the form, Esc closes the list and
 * never clears the value.
 */
export function optionKeys(isOpen: boolean, setOpen: (open: boolean) => void) {
  const onKeyDown: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
    }
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
  };
  return onKeyDown;
}
