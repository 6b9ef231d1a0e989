import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { MAX_LINK_LENGTH } from '@octavo/contract/setting-limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from '../parts/settings.module.css';

interface Oauth2DiscoveryProps {
  ca: string;
  onDiscovered: (discovered: CallResponse<typeof calls.adminSetting.discoverOauth2>) => void;
}

/** The issuer URL; also accepts a host name or the URL of the discovery document. */
function toIssuerUrl(typed: string): string {
  const issuer = typed.replace(/\/\.well-known\/openid-configuration\/?$/, '');
  return /^https?:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
}

/** Fills the form from the discovery document of an OpenID provider, without saving. */
export function Oauth2Discovery({ ca, onDiscovered }: Oauth2DiscoveryProps) {
  const { t } = useText();
  const [issuer, setIssuer] = useState('');
  const discover = useFormCommand(calls.adminSetting.discoverOauth2, { onDone: onDiscovered });
  const issuerUrl = toIssuerUrl(issuer.trim());
  return (
    <div className={styles.inline}>
      <Field
        label={t('adminOauth2.issuer')}
        help={t('adminOauth2.issuerHelp')}
        error={discover.otherError()}
        optional
      >
        <TextInput
          mono
          name="issuer"
          value={issuer}
          onText={setIssuer}
          placeholder="https://login.example.com/realms/staff"
          maxLength={MAX_LINK_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button
        disabled={issuer.trim() === ''}
        loading={discover.working}
        onClick={() => discover.send({ issuer: issuerUrl, ca })}
      >
        {t('adminOauth2.discover')}
      </Button>
      <output className={styles.good}>{discover.done && t('adminOauth2.discovered')}</output>
    </div>
  );
}
