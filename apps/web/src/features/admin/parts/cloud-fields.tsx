import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import type { Problems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ChoiceField } from './choice-field.tsx';
import { KeptSecretField } from './kept-secret-field.tsx';
import styles from './settings.module.css';

type Known = SiteConfig['oss_setting'];
export type CloudDraft = Known & {
  readonly secret: string;
  readonly secretKey: string;
};
type Name = Exclude<keyof CloudDraft, 'oss_type' | 'protocol' | 'has_secret' | 'has_secretKey'>;

type Needed = 'key' | 'secret' | 'secretId' | 'secretKey' | 'endpoint' | 'bucket';

interface CloudFieldsProps {
  cloud: CloudDraft;
  known: Known;
  problems: Pick<Problems<Needed>, 'of'>;
  onCloud: (cloud: CloudDraft) => void;
}

const PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3'] as const;

/** The names of the access key fields, which depend on the provider. */
function keyNames({ oss_type }: CloudDraft) {
  return oss_type === 'qcloud'
    ? (['secretId', 'secretKey'] as const)
    : (['key', 'secret'] as const);
}

/** Requires complete credentials when cloud storage is enabled; otherwise files would silently stay on the local disk. */
export function useCloudProblems({
  oss_open,
  oss_setting: cloud,
}: {
  oss_open: boolean;
  oss_setting: CloudDraft;
}) {
  const { t } = useText();
  const names = keyNames(cloud);
  const missing = (name: Name) => oss_open && cloud[name].trim() === '' && t('user.missing');
  const half = (name: 'key' | 'secret' | 'secretId' | 'secretKey') => {
    const isHere = (name === 'secret' || name === 'secretKey') && cloud[`has_${name}`] === 1;
    return names.some((used) => used === name) && !isHere && missing(name);
  };
  return {
    key: half('key'),
    secret: half('secret'),
    secretId: half('secretId'),
    secretKey: half('secretKey'),
    // The region determines the endpoint too.
    endpoint: cloud.region.trim() === '' && missing('endpoint'),
    bucket: missing('bucket'),
  };
}

export function CloudFields({ cloud, known, problems, onCloud }: CloudFieldsProps) {
  const { t } = useText();
  const [key, secret] = keyNames(cloud);
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
      <ChoiceField
        label={t('adminSetting.provider')}
        value={cloud.oss_type}
        onValue={(oss_type) => onCloud({ ...cloud, oss_type })}
        options={PROVIDERS.map((value) => ({ value, label: t(`adminSetting.${value}`) }))}
      />
      <div className={styles.pair}>
        <Field label={t(`adminSetting.${key}`)} error={problems.of(key)}>
          <TextInput {...input(key)} />
        </Field>
        <KeptSecretField
          {...input(secret)}
          label={t(`adminSetting.${secret}`)}
          error={problems.of(secret)}
          isStored={known[`has_${secret}`] === 1}
          has={cloud[`has_${secret}`]}
          onHas={(has) => onCloud({ ...cloud, [`has_${secret}`]: has })}
        />
        <Field label={t('adminSetting.endpoint')} error={problems.of('endpoint')}>
          <TextInput {...input('endpoint')} />
        </Field>
        <Field label={t('adminSetting.bucket')} error={problems.of('bucket')}>
          <TextInput {...input('bucket')} />
        </Field>
        <Field label={t('adminSetting.region')} optional>
          <TextInput {...input('region')} />
        </Field>
        <Field label={t('adminSetting.domain')} optional>
          <TextInput {...input('domain')} />
        </Field>
      </div>
      <ChoiceField
        label={t('adminSetting.protocol')}
        value={cloud.protocol}
        onValue={(protocol) => onCloud({ ...cloud, protocol })}
        options={[
          { value: 'https', label: 'https' },
          { value: 'http', label: 'http' },
        ]}
      />
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
          <span className={styles.good}>
            {t('adminSetting.testFine', { time: answer.milliseconds })}
          </span>
        ) : (
          fault && <span className={styles.bad}>{t('adminSetting.testFailed', { fault })}</span>
        )}
      </output>
    </div>
  );
}
