import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SecretField } from '../../../shared/ui/secret-field.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { Foot, FootNote } from '../../../shared/ui/panel.tsx';
import styles from '../parts/settings.module.css';
import { SwitchField } from '../parts/switch-field.tsx';

type LoginKeyInfo = CallResponse<typeof calls.adminSetting.getLoginSecretKey>;

/** The key with which another system signs login links, and an example of such a link. */
export function LoginKey() {
  const query = useCall(calls.adminSetting.getLoginSecretKey, {});
  return (
    <div className={`${styles.form} ${styles.tried}`}>
      <QueryState query={query}>{(key) => <KeyPanel loginKey={key} />}</QueryState>
    </div>
  );
}

function KeyPanel({ loginKey }: { loginKey: LoginKeyInfo }) {
  const { t } = useText();
  const [resetting, setResetting] = useState(false);
  const refresh = [calls.adminSetting.getLoginSecretKey];
  const links = useFormCommand(calls.adminSetting.saveLoginLinks, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('adminLoginKey.olderSaved') }),
  });
  const reset = useFormCommand(calls.adminSetting.resetLoginSecretKey, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('adminLoginKey.resetDone') }),
  });
  const error = links.otherError();
  return (
    <>
      <div className={styles.fields}>
        <p className={styles.quiet}>{t('adminLoginKey.help')}</p>
        <SecretField label={t('adminLoginKey.key')} value={loginKey.login_secret_key} />
        <SwitchField
          label={t('adminLoginKey.older')}
          help={t('adminLoginKey.olderHelp')}
          checked={loginKey.older_login_links === 1}
          onChecked={(older_login_links) => links.send({ older_login_links })}
        />
        {error && <Note kind="error">{error}</Note>}
        <CommandBlock label={t('adminLoginKey.example')} command={example()} />
        <p className={styles.quiet}>{t('adminLoginKey.exampleHelp')}</p>
      </div>
      <Foot>
        <FootNote>{t('adminLoginKey.keyHelp')}</FootNote>
        <Button variant="danger" icon={<RefreshCw />} onClick={() => setResetting(true)}>
          {t('adminLoginKey.reset')}
        </Button>
      </Foot>
      {resetting && (
        <ConfirmDialog
          title={t('adminLoginKey.resetTitle')}
          confirm={t('adminLoginKey.reset')}
          working={reset.working}
          done={reset.done}
          error={reset.otherError()}
          onConfirm={() => reset.send({})}
          onClosed={() => setResetting(false)}
        >
          {t('adminLoginKey.resetText')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A shell command that creates a signed login link. */
function example(): string {
  return [
    'time=$(date +%s); nonce=$(openssl rand -hex 16)',
    String.raw`sign=$(printf '%s\n%s\n%s\n%s' "$username" "$time" "$nonce" "$name" |`,
    '  openssl dgst -sha256 -hmac "$KEY" -r | cut -d" " -f1)',
    `echo "${location.origin}/api/ExtLogin/bySecretKey?username=$username&time=$time&nonce=$nonce&name=$name&sign=$sign&redirect=/item/index"`,
  ].join('\n');
}
