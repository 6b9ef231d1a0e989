import type { LastSave } from '@octavo/contract/admin-setting.entities';
import { useEffect, useState, type ReactNode } from 'react';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { interceptLogin } from '../../../shared/session/login-needed.ts';
import { RenewLogin } from '../../../shared/session/renew-login.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Foot, FootNote } from '../../../shared/ui/panel.tsx';
import styles from './settings.module.css';

export interface SavedFormProps {
  fieldErrors: Pick<FieldErrors<never>, 'touchAll' | 'hasErrors'>;
  isChanged: boolean;
  lastSave: LastSave;
  save: { readonly working: boolean; otherError(): string | undefined };
  saveText: string;
  /** Additional buttons before the save button. */
  tools?: ReactNode;
  onSend: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/**
 * Settings that are saved together. The footer shows unsaved changes or the last save and sticks to the bottom of the
 * window while there are changes. Leaving the form with unsaved changes requires confirmation.
 */
export function SavedForm(props: SavedFormProps) {
  const { t } = useText();
  const { isChanged, save } = props;
  const username = useSession().account?.username ?? '';
  const error = save.otherError();
  const [isSessionExpired, setSessionExpired] = useState(false);
  useEffect(
    () => (isChanged ? interceptLogin(() => setSessionExpired(true)) : undefined),
    [isChanged],
  );
  return (
    <>
      {isSessionExpired && (
        <RenewLogin
          username={username}
          help={t('adminSetting.loginAgain', { username })}
          onClosed={(isRenewed) => {
            setSessionExpired(false);
            if (isRenewed) props.onSend();
          }}
        />
      )}
      <Form fieldErrors={props.fieldErrors} onSend={props.onSend}>
        <LeaveGuard changed={isChanged} />
        <div className={styles.fields}>{props.children}</div>
        <Foot isSticky={isChanged}>
          {error && <Note kind="error">{error}</Note>}
          <FootNote>
            <output>
              {isChanged ? (
                <span className={styles.unsaved}>{t('adminSetting.unsaved')}</span>
              ) : (
                <LastSaved lastSave={props.lastSave} />
              )}
            </output>
          </FootNote>
          {isChanged && <Button onClick={props.onDiscard}>{t('adminSetting.discard')}</Button>}
          {props.tools}
          <Button type="submit" variant="primary" disabled={!isChanged} loading={save.working}>
            {props.saveText}
          </Button>
        </Foot>
      </Form>
    </>
  );
}

/** Who saved the form last, and when. */
export function LastSaved({ lastSave }: { lastSave: LastSave }) {
  const { t } = useText();
  const { language } = useLanguage();
  if (!lastSave) return null;
  const { username, time } = lastSave;
  return t('adminSetting.lastSaved', { username, time: formatTime(time, language) });
}
