import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import { DEFAULT_INVITATION_DAYS, MAX_INVITED_PEOPLE } from '@octavo/contract/limits';
import { formatAddress, type MailAddress } from '@octavo/contract/mail-address';
import { USER_GROUP } from '@octavo/contract/user-group';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../../shared/hooks/field-errors.ts';
import { useLanguage, useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Field } from '../../../../shared/ui/field.tsx';
import { Form } from '../../../../shared/ui/form.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { SelectInput } from '../../../../shared/ui/select-input.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import { AddressInput } from './address-input.tsx';
import { DaysField, RoleField, type InvitedGroup } from './invitation-terms.tsx';
import styles from './invite.module.css';

type LeftOut = CallResponse<typeof calls.adminUser.checkInvited>['left_out'];

interface MailInvitationProps {
  hasMail: boolean;
  /** Whether people were entered, which closing the dialog discards. */
  onPeople: (hasPeople: boolean) => void;
  onClose: () => void;
}

export function MailInvitation({ hasMail, onPeople, onClose }: MailInvitationProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const [people, setPeople] = useState<readonly MailAddress[]>([]);
  const [typed, setTyped] = useState('');
  const [groupid, setGroup] = useState<InvitedGroup>(USER_GROUP);
  const [days, setDays] = useState(DEFAULT_INVITATION_DAYS);
  const [mailLanguage, setMailLanguage] = useState<Language>(language);
  const addresses = people.map(formatAddress);
  const check = useCall(
    calls.adminUser.checkInvited,
    { people: addresses.slice(0, MAX_INVITED_PEOPLE) },
    { enabled: people.length > 0, staleTime: 0, placeholderData: keepPreviousData },
  );
  const leftOut = people.length > 0 ? (check.data?.left_out ?? []) : [];
  const outside = new Set(leftOut.map(({ email }) => email.toLowerCase()));
  const count = people.filter(({ email }) => !outside.has(email.toLowerCase())).length;
  const fieldErrors = useFieldErrors({
    people:
      typed.trim() === ''
        ? people.length > MAX_INVITED_PEOPLE
          ? t('adminInvite.tooMany', { max: MAX_INVITED_PEOPLE })
          : count === 0 && t('adminInvite.none')
        : t('adminInvite.invalid', { text: typed.trim() }),
  });
  const send = useFormCommand(calls.adminUser.invite, {
    refresh: [calls.adminUser.getInvitations],
    onDone: ({ invited }) => {
      // Everybody was invited by another administrator meanwhile: the field names them.
      if (invited.length === 0) return void check.refetch();
      showToast({ kind: 'done', text: t('adminInvite.sent', { count: invited.length }) });
      onClose();
    },
  });
  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() => send.send({ people: addresses, groupid, days, language: mailLanguage })}
    >
      <div className={dialog.fields}>
        {!hasMail && <Note kind="warning">{t('adminInvite.noMail')}</Note>}
        <Field
          label={t('adminInvite.addresses')}
          error={fieldErrors.get('people')}
          help={
            <>
              <LeftOutNames leftOut={leftOut} /> {t('adminInvite.addressesHelp')}
            </>
          }
        >
          <AddressInput
            people={people}
            onPeople={(changed) => {
              setPeople(changed);
              onPeople(changed.length > 0);
            }}
            typed={typed}
            onTyped={setTyped}
            leftOut={outside}
          />
        </Field>
        <RoleField groupid={groupid} onGroup={setGroup} />
        <div className={styles.pair}>
          <DaysField days={days} onDays={setDays} />
          <Field label={t('adminInvite.mailLanguage')}>
            <SelectInput
              value={mailLanguage}
              onValue={setMailLanguage}
              options={[
                { value: 'en', name: 'English' },
                { value: 'zh-cn', name: '简体中文' },
              ]}
            />
          </Field>
        </div>
        {send.otherError() && <Note kind="error">{send.otherError()}</Note>}
      </div>
      <div className={dialog.footer}>
        <span className={styles.count} aria-live="polite">
          {t('adminInvite.count', { count })}
        </span>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="primary" loading={send.working}>
          {t('adminInvite.send')}
        </Button>
      </div>
    </Form>
  );
}

/** Names a few of the people who are left out, and counts the others. */
function LeftOutNames({ leftOut }: { leftOut: LeftOut }) {
  const { t } = useText();
  const shown = 3;
  return (
    <span className={styles.reason}>
      {leftOut.slice(0, shown).map(({ email, reason }) => (
        <span key={email}>
          {t(reason === 'account' ? 'adminInvite.hasAccount' : 'adminInvite.isInvited', {
            email,
          })}{' '}
        </span>
      ))}
      {leftOut.length > shown && t('adminInvite.moreOut', { count: leftOut.length - shown })}
    </span>
  );
}
