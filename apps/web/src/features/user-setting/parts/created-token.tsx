import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useState } from 'react';
import { formatDate } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import { Note } from '../../../shared/ui/note.tsx';
import { SecretField } from '../../../shared/ui/secret-field.tsx';
import styles from './access-tokens.module.css';

export type NewToken = CallResponse<typeof calls.accessToken.create>;

const WIDTH = 560;

interface CreatedTokenProps {
  created: NewToken;
  onClosed: () => void;
}

/** Shows a new token once. It closes only after the user has confirmed to have kept it. */
export function CreatedToken({ created, onClosed }: CreatedTokenProps) {
  const { token, access_token } = created;
  const { t } = useText();
  const { language } = useLanguage();
  const [isKept, setKept] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const date = formatDate(access_token.expire_time, language);
  const command = `curl ${location.origin}/api/item/myList -H "Authorization: Bearer $OCTAVO_TOKEN"`;
  return (
    <Dialog
      open={!isClosing}
      title={t('accessToken.createdTitle')}
      width={WIDTH}
      closable={false}
      initialFocus="input"
      onCancel={() => {
        if (isKept) setClosing(true);
      }}
      onClosed={onClosed}
    >
      <p className={dialog.help}>
        {t('accessToken.createdFor', { name: access_token.name, date })}
      </p>
      <div className={dialog.fields}>
        <Note kind="warning">{t('accessToken.copyNow')}</Note>
        <SecretField label={t('accessToken.token')} value={token} />
        <CommandBlock label={t('accessToken.example')} command={command} />
      </div>
      <div className={dialog.footer}>
        <label className={styles.kept}>
          <Checkbox checked={isKept} onChecked={setKept} />
          {t('accessToken.kept')}
        </label>
        <Button variant="primary" disabled={!isKept} onClick={() => setClosing(true)}>
          {t('accessToken.done')}
        </Button>
      </div>
    </Dialog>
  );
}
