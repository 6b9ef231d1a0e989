import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
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

/** The key with which another system signs login links, and an example of such a link. It is shown on request only. */
export function LoginKey() {
  const { t } = useText();
  const [loginKey, setLoginKey] = useState<LoginKeyInfo>();
  const [resetting, setResetting] = useState(false);
  const show = useFormCommand(calls.adminSetting.getLoginSecretKey, { onDone: setLoginKey });
  const links = useFormCommand(calls.adminSetting.saveLoginLinks, {
    onDone: () => {
      showToast({ kind: 'done', text: t('adminLoginKey.olderSaved') });
      show.send({});
    },
  });
  const reset = useFormCommand(calls.adminSetting.resetLoginSecretKey, {
    onDone: (renewed) => {
      showToast({ kind: 'done', text: t('adminLoginKey.resetDone') });
      setLoginKey(renewed);
    },
  });
  const isShown = loginKey !== undefined;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isShown) fields.current?.querySelector('input')?.focus();
  }, [isShown]);
  const error = show.otherError() ?? links.otherError();
  return (
    <div className={`${styles.form} ${styles.tried}`}>
      <div ref={fields} className={styles.fields}>
        <p className={styles.quiet}>{t('adminLoginKey.help')}</p>
        {loginKey ? (
          <>
            <SecretField label={t('adminLoginKey.key')} value={loginKey.login_secret_key} />
            <SwitchField
              label={t('adminLoginKey.older')}
              help={t('adminLoginKey.olderHelp')}
              checked={loginKey.older_login_links === 1}
              onChecked={(older_login_links) => links.send({ older_login_links })}
            />
          </>
        ) : (
          <div className={styles.choice}>
            <Button loading={show.working} onClick={() => show.send({})}>
              {t('adminLoginKey.show')}
            </Button>
          </div>
        )}
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
    </div>
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
