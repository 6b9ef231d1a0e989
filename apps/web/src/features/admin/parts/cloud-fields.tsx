import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { PasswordInput, TextInput } from '../../../shared/ui/text-input.tsx';
import styles from './settings.module.css';

type Known = SiteConfig['oss_setting'];
export type CloudDraft = Omit<Known, 'has_secret' | 'has_secretKey'> & {
  readonly secret: string;
  readonly secretKey: string;
};
type Name = Exclude<keyof CloudDraft, 'oss_type' | 'protocol'>;

interface CloudFieldsProps {
  cloud: CloudDraft;
  known: Known;
  onCloud: (cloud: CloudDraft) => void;
}

const PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3'] as const;

/** What each provider calls its two halves of a key. */
function keyNames({ oss_type }: CloudDraft) {
  return oss_type === 'qcloud'
    ? (['secretId', 'secretKey'] as const)
    : (['key', 'secret'] as const);
}

export function CloudFields({ cloud, known, onCloud }: CloudFieldsProps) {
  const { t } = useText();
  const [key, secret] = keyNames(cloud);
  const isKept = secret === 'secret' ? known.has_secret : known.has_secretKey;
  const input = (name: Name) => ({
    name,
    value: cloud[name],
    onText: (text: string) => onCloud({ ...cloud, [name]: text }),
    autoComplete: 'off',
    spellCheck: false,
    mono: true,
  });
  return (
    <>
      <div>
        <Segmented
          label={t('adminSetting.provider')}
          value={cloud.oss_type}
          onValue={(oss_type) => onCloud({ ...cloud, oss_type })}
          options={PROVIDERS.map((value) => ({ value, label: t(`adminSetting.${value}`) }))}
        />
      </div>
      <div className={styles.pair}>
        <Field label={t(`adminSetting.${key}`)}>
          <TextInput {...input(key)} />
        </Field>
        <Field label={t(`adminSetting.${secret}`)} help={t('adminSetting.secretHelp')}>
          <PasswordInput
            {...input(secret)}
            autoComplete="new-password"
            {...(isKept === 1 && { placeholder: t('adminSetting.secretKept') })}
          />
        </Field>
        <Field label={t('adminSetting.endpoint')}>
          <TextInput {...input('endpoint')} />
        </Field>
        <Field label={t('adminSetting.bucket')}>
          <TextInput {...input('bucket')} />
        </Field>
        <Field label={t('adminSetting.region')} optional>
          <TextInput {...input('region')} />
        </Field>
        <Field label={t('adminSetting.domain')} optional>
          <TextInput {...input('domain')} />
        </Field>
      </div>
      <div>
        <Segmented
          label={t('adminSetting.protocol')}
          value={cloud.protocol}
          onValue={(protocol) => onCloud({ ...cloud, protocol })}
          options={[
            { value: 'https', label: 'https' },
            { value: 'http', label: 'http' },
          ]}
        />
      </div>
      <StorageTest cloud={cloud} />
    </>
  );
}

function StorageTest({ cloud }: { cloud: CloudDraft }) {
  const { t } = useText();
  const [answer, setAnswer] = useState<CallResponse<typeof calls.adminSetting.testStorage>>();
  const test = useFormCommand(calls.adminSetting.testStorage, { onDone: setAnswer });
  const fault = test.otherError() ?? answer?.fault;
  return (
    <div className={styles.test}>
      <Button
        size="small"
        icon={<PlugZap />}
        loading={test.working}
        onClick={() => {
          setAnswer(undefined);
          test.send({ oss_setting: cloud });
        }}
      >
        {t('adminSetting.test')}
      </Button>
      <output>
        {answer?.is_fine === 1 ? (
          <span className={styles.fine}>
            {t('adminSetting.testFine', { time: answer.milliseconds })}
          </span>
        ) : (
          fault && <span className={styles.failed}>{t('adminSetting.testFailed', { fault })}</span>
        )}
      </output>
    </div>
  );
}
