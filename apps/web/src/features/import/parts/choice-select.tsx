import { useText } from '../../../shared/i18n/texts.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import type { Choice } from '../import-task.ts';

const CHOICES = ['mine', 'file', 'both'] as const;

interface ChoiceSelectProps {
  label: string;
  value: Choice | undefined;
  onChoice: (choice: Choice) => void;
}

/** Selects the current page, the page of the file, or both. */
export function ChoiceSelect({ label, value, onChoice }: ChoiceSelectProps) {
  const { t } = useText();
  return (
    <SelectInput
      label={label}
      placeholder={t('importing.choose')}
      value={value === undefined ? undefined : CHOICES.indexOf(value)}
      options={CHOICES.map((choice, at) => ({ value: at, name: t(`importing.${choice}`) }))}
      onValue={(at) => {
        const choice = CHOICES[at];
        if (choice) onChoice(choice);
      }}
    />
  );
}
