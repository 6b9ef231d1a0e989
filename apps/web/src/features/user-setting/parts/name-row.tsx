import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { MAX_DISPLAY_NAME_LENGTH } from '@octavo/contract/limits';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from './name-row.module.css';

/** Edited in place: Enter or the save button saves the change, Esc discards it. */
export function NameRow({ account }: { account: Account }) {
  const { t } = useText();
  const id = useId();
  const [name, setName] = useState(account.name);
  const save = useFormCommand(calls.user.updateInfo, { refresh: [calls.user.info] });
  const changed = name.trim() !== account.name;
  const error = changed ? save.otherError() : undefined;

  function onSave() {
    if (changed) save.send({ name });
  }

  return (
    <SettingRow
      label={<label htmlFor={id}>{t('userSetting.name')}</label>}
      action={
        <div className={styles.state} aria-live="polite">
          {changed ? (
            <Button size="small" loading={save.working} onClick={onSave}>
              {t('userSetting.save')}
            </Button>
          ) : (
            save.done && (
              <span className={styles.saved}>
                <Check />
                {t('userSetting.saved')}
              </span>
            )
          )}
        </div>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <span className={styles.input}>
          <TextInput
            id={id}
            name="name"
            value={name}
            onText={setName}
            onKeyDown={({ key }) => key === 'Escape' && setName(account.name)}
            autoComplete="name"
            maxLength={MAX_DISPLAY_NAME_LENGTH}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && `${id}-error`}
          />
        </span>
        {error && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
      </form>
    </SettingRow>
  );
}
