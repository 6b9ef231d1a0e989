import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useOwnPassword } from '../../../shared/hooks/own-password.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useFailedLogin } from '../../../shared/session/failed-login.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { OwnPasswordFields, passwordRefusals } from '../../../shared/ui/own-password-fields.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** The account's tie to the OAuth2 provider, where the site has one. */
export function ProviderRow() {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const failed = useFailedLogin();
  const provider = useCall(calls.user.oauthInfo, {}, { silent: true });
  const { data: proof } = useCall(calls.user.proof, {}, { silent: true });
  if (provider.data?.oauth2_open !== 1 || !proof) return null;
  const isLinked = proof.is_linked === 1;
  return (
    <SettingRow
      label={t('userSetting.provider')}
      action={
        <>
          {proof.has_password === 1 && (
            <Button size="small" onClick={() => setOpen(true)}>
              {t(isLinked ? 'userSetting.unlink' : 'userSetting.link')}
            </Button>
          )}
          {open &&
            (isLinked ? (
              <UnlinkDialog onClosed={() => setOpen(false)} />
            ) : (
              <LinkDialog onClosed={() => setOpen(false)} />
            ))}
        </>
      }
    >
      <Tag kind={isLinked ? 'ok' : 'plain'}>
        {t(isLinked ? 'userSetting.linked' : 'userSetting.unlinked')}
      </Tag>
      {failed && <Note kind="error">{failed}</Note>}
    </SettingRow>
  );
}

function LinkDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const link = useFormCommand(calls.extLogin.linkOauth2, {
    onDone: ({ url }) => window.location.assign(url),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      title={t('userSetting.linkTitle')}
      help={t('userSetting.linkHelp')}
      submit={t('userSetting.link')}
      problems={problems}
      changed={own.password !== ''}
      working={link.working}
      done={link.done}
      error={link.otherError(...passwordRefusals)}
      onSend={() => link.send(own.input)}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={link} />
    </FormDialog>
  );
}

function UnlinkDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const unlink = useFormCommand(calls.extLogin.unlinkOauth2, {
    refresh: [calls.user.proof],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.unlinkDone') }),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      title={t('userSetting.unlinkTitle')}
      help={t('userSetting.unlinkHelp')}
      submit={t('userSetting.unlink')}
      problems={problems}
      changed={own.password !== ''}
      working={unlink.working}
      done={unlink.done}
      error={unlink.otherError(...passwordRefusals)}
      onSend={() => unlink.send(own.input)}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={unlink} />
    </FormDialog>
  );
}
