import { calls } from '@octavo/contract';
import { DEFAULT_INVITATION_DAYS, MAX_INVITATION_USES } from '@octavo/contract/limits';
import { USER_GROUP } from '@octavo/contract/user-group';
import { useState } from 'react';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../../shared/hooks/field-errors.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { CommandBlock } from '../../../../shared/ui/command-block.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Field } from '../../../../shared/ui/field.tsx';
import { Form } from '../../../../shared/ui/form.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { TextInput } from '../../../../shared/ui/text-input.tsx';
import { DaysField, RoleField, type InvitedGroup } from './invitation-terms.tsx';
import styles from './invite.module.css';

/** Creates a link to pass on. It is shown once, because the server stores its hash only. */
export function LinkInvitation({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [uses, setUses] = useState('1');
  const [groupid, setGroup] = useState<InvitedGroup>(USER_GROUP);
  const [days, setDays] = useState(DEFAULT_INVITATION_DAYS);
  const [link, setLink] = useState<string>();
  const isNumber = /^\d{1,4}$/.test(uses) && Number(uses) > 0;
  const fieldErrors = useFieldErrors({
    uses:
      !(isNumber && Number(uses) <= MAX_INVITATION_USES) &&
      t('adminInvite.usesInvalid', { max: MAX_INVITATION_USES }),
  });
  const create = useFormCommand(calls.adminUser.createInviteLink, {
    refresh: [calls.adminUser.getInvitations],
    onDone: (created) => setLink(created.link),
  });
  if (link !== undefined)
    return (
      <>
        <div className={dialog.fields} aria-live="polite">
          <CommandBlock label={t('adminInvite.linkOnce')} command={link} />
          <Note kind="info">{t('adminInvite.linkTerms', { count: Number(uses), days })}</Note>
        </div>
        <div className={dialog.footer}>
          <Button variant="primary" onClick={onClose}>
            {t('adminInvite.done')}
          </Button>
        </div>
      </>
    );
  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() => create.send({ groupid, days, max_uses: Number(uses) })}
    >
      <div className={dialog.fields}>
        <RoleField groupid={groupid} onGroup={setGroup} />
        <div className={styles.pair}>
          <DaysField days={days} onDays={setDays} />
          <Field label={t('adminInvite.uses')} error={fieldErrors.get('uses')}>
            <TextInput name="max_uses" inputMode="numeric" value={uses} onText={setUses} required />
          </Field>
        </div>
        <p className={styles.hint}>{t('adminInvite.linkHelp')}</p>
        {create.otherError() && <Note kind="error">{create.otherError()}</Note>}
      </div>
      <div className={dialog.footer}>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="primary" loading={create.working}>
          {t('adminInvite.create')}
        </Button>
      </div>
    </Form>
  );
}
