import { useId, type ReactNode } from 'react';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import settings from '../parts/settings.module.css';
import type { NumberName, SecurityDraft } from './security-draft.ts';
import styles from './security.module.css';

/** A section of the form: rows with the label at the left and the control at the right. */
export function RuleSection(props: { title: string; help: string; children: ReactNode }) {
  return (
    <>
      <hr className={settings.rule} />
      <h2 className={settings.title}>{props.title}</h2>
      <p>{props.help}</p>
      <div className={styles.rows}>{props.children}</div>
    </>
  );
}

interface NumberRowProps {
  name: NumberName;
  label: string;
  help?: string;
  unit: 'dayUnit' | 'minuteUnit' | 'characterUnit';
  draft: SecurityDraft;
  onChange: (change: Partial<SecurityDraft>) => void;
  fieldErrors: Pick<FieldErrors<NumberName>, 'get' | 'touch'>;
}

export function NumberRow(props: NumberRowProps) {
  const { t } = useText();
  const { name, draft, onChange, fieldErrors } = props;
  return (
    <Field label={props.label} help={props.help} error={fieldErrors.get(name)}>
      <TextInput
        name={name}
        inputMode="numeric"
        value={draft[name]}
        onText={(text) => onChange({ [name]: text })}
        onBlur={() => fieldErrors.touch(name)}
        autoComplete="off"
        trailing={<span className={settings.unit}>{t(`adminSecurity.${props.unit}`)}</span>}
      />
    </Field>
  );
}

interface SwitchRowProps {
  label: string;
  help?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

export function SwitchRow({ label, help, checked, onChecked }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.toggle}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.switch}>
        <Switch
          id={id}
          checked={checked}
          onChecked={onChecked}
          {...(help && { 'aria-describedby': `${id}-help` })}
        />
      </span>
      {help && <p id={`${id}-help`}>{help}</p>}
    </div>
  );
}
