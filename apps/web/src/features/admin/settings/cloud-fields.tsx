import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import { StoredSecretField } from '../parts/stored-secret-field.tsx';
import styles from '../parts/settings.module.css';

type StoredCloudSettings = SiteConfig['oss_setting'];
export type CloudDraft = StoredCloudSettings & {
  readonly secret: string;
  readonly secretKey: string;
};
type Name = Exclude<keyof CloudDraft, 'oss_type' | 'protocol' | 'has_secret' | 'has_secretKey'>;

type RequiredField = 'key' | 'secret' | 'secretId' | 'secretKey' | 'endpoint' | 'bucket';

interface CloudFieldsProps {
  cloud: CloudDraft;
  stored: StoredCloudSettings;
  fieldErrors: Pick<FieldErrors<RequiredField>, 'get'>;
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
export function useCloudErrors({
  oss_open,
  oss_setting: cloud,
}: {
  oss_open: boolean;
  oss_setting: CloudDraft;
}) {
  const { t } = useText();
  const names = keyNames(cloud);
  const missing = (name: Name) => oss_open && cloud[name].trim() === '' && t('user.missing');
  const keyError = (name: 'key' | 'secret' | 'secretId' | 'secretKey') => {
    const isSecretStored =
      (name === 'secret' || name === 'secretKey') && cloud[`has_${name}`] === 1;
    return names.some((usedName) => usedName === name) && !isSecretStored && missing(name);
  };
  return {
    key: keyError('key'),
    secret: keyError('secret'),
    secretId: keyError('secretId'),
    secretKey: keyError('secretKey'),
    // The region determines the endpoint too.
    endpoint: cloud.region.trim() === '' && missing('endpoint'),
    bucket: missing('bucket'),
  };
}

export function CloudFields({ cloud, stored, fieldErrors, onCloud }: CloudFieldsProps) {
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
        <Field label={t(`adminSetting.${key}`)} error={fieldErrors.get(key)}>
          <TextInput {...input(key)} />
        </Field>
        <StoredSecretField
          {...input(secret)}
          label={t(`adminSetting.${secret}`)}
          error={fieldErrors.get(secret)}
          isStored={stored[`has_${secret}`] === 1}
          hasSecret={cloud[`has_${secret}`]}
          onHasSecret={(has) => onCloud({ ...cloud, [`has_${secret}`]: has })}
        />
        <Field label={t('adminSetting.endpoint')} error={fieldErrors.get('endpoint')}>
          <TextInput {...input('endpoint')} />
        </Field>
        <Field label={t('adminSetting.bucket')} error={fieldErrors.get('bucket')}>
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
  const [result, setResult] = useState<CallResponse<typeof calls.adminSetting.testStorage>>();
  const test = useFormCommand(calls.adminSetting.testStorage, { onDone: setResult });
  const error = test.otherError() ?? result?.fault;
  return (
    <div className={styles.test}>
      <Button
        size="small"
        icon={<PlugZap />}
        loading={test.working}
        onClick={() => {
          setResult(undefined);
          test.send({ oss_setting: cloud });
        }}
      >
        {t('adminSetting.test')}
      </Button>
      <output>
        {result?.is_fine === 1 ? (
          <span className={styles.good}>
            {t('adminSetting.testFine', { time: result.milliseconds })}
          </span>
        ) : (
          error && <span className={styles.bad}>{t('adminSetting.testFailed', { error })}</span>
        )}
      </output>
    </div>
  );
}
