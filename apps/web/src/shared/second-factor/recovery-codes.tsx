import { Download } from 'lucide-react';
import { downloadText } from '../device/download-text.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './second-factor.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const text = codes.join('\n');
  return (
    <>
      <p className={styles.text}>{t('userSetting.recoveryText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.tools}>
        <CopyButton text={text} variant="default" />
        <Button
          icon={<Download />}
          onClick={() => downloadText(t('userSetting.recoveryFile'), `${text}\n`)}
        >
          {t('userSetting.recoveryDownload')}
        </Button>
      </div>
    </>
  );
}
