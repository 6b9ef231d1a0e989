import { useId } from 'react';
import { Switch } from '../../../shared/ui/switch.tsx';
import styles from './settings.module.css';

interface SwitchFieldProps {
  label: string;
  help?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

/** A switch with its label and help text. */
export function SwitchField({ label, help, checked, onChecked }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <Switch
        id={id}
        checked={checked}
        onChecked={onChecked}
        {...(help && { 'aria-describedby': `${id}-help` })}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help && <p id={`${id}-help`}>{help}</p>}
      </div>
    </div>
  );
}
