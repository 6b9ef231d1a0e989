import { calls } from '@octavo/contract';
import type { OidcCheck as Result, ProviderFault } from '@octavo/contract/admin-oauth2.entities';
import { PlugZap } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from '../parts/settings.module.css';

interface OidcCheckProps {
  issuer: string;
  ca: string;
  onIssuer: (issuer: string) => void;
  onFound: (found: Result) => void;
  /** The field of the issuer. */
  children: ReactNode;
}

/** The issuer without the path of the discovery document, which is often copied with it. */
function toIssuer(typed: string): string {
  const issuer = typed.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '');
  return /^https?:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
}

/** Runs the discovery of the issuer, and says what to do when it fails. */
export function OidcCheck({ issuer, ca, onIssuer, onFound, children }: OidcCheckProps) {
  const { t } = useText();
  const [result, setResult] = useState<Result>();
  const check = useFormCommand(calls.adminSetting.checkOidc, {
    onDone: (found) => {
      setResult(found);
      if (found.fault === '') onFound(found);
    },
  });
  // A result is about the issuer that was checked, not about one that is being typed.
  const isCurrent = check.sent?.issuer === toIssuer(issuer) || result?.issuer === issuer;
  const isShown = result !== undefined && isCurrent && !check.working;
  const error = check.otherError();
  return (
    <div>
      <div className={styles.inline}>
        {children}
        <Button
          icon={<PlugZap />}
          disabled={issuer.trim() === ''}
          loading={check.working}
          onClick={() => check.send({ issuer: toIssuer(issuer), ca })}
        >
          {t('adminOauth2.check')}
        </Button>
      </div>
      <output className={styles.good}>
        {isShown && result.fault === '' && (
          <p>{t(result.has_logout === 1 ? 'adminOauth2.checkedLogout' : 'adminOauth2.checked')}</p>
        )}
      </output>
      {isShown && result.fault !== '' && (
        <Failure {...result} fault={result.fault} onIssuer={onIssuer} />
      )}
      {error && <Note kind="error">{error}</Note>}
    </div>
  );
}

function Failure({
  fault,
  issuer,
  onIssuer,
}: {
  fault: Exclude<ProviderFault, ''>;
  issuer: string;
  onIssuer: (issuer: string) => void;
}) {
  const { t } = useText();
  if (fault !== 'issuer') return <Note kind="error">{t(faultText(fault))}</Note>;
  return (
    <Note kind="error">
      {t('adminOauth2.issuerDiffers', { issuer })}{' '}
      <button type="button" className={styles.link} onClick={() => onIssuer(issuer)}>
        {t('adminOauth2.useIssuer')}
      </button>
    </Note>
  );
}

/** Failures that are explained for a discovery; the others are those of every connection. */
const DISCOVERY_TEXTS = {
  absent: 'adminOauth2.discoveryAbsent',
  broken: 'adminOauth2.discoveryBroken',
} as const;

const faultText = (fault: Exclude<ProviderFault, '' | 'issuer'>) =>
  fault === 'absent' || fault === 'broken'
    ? DISCOVERY_TEXTS[fault]
    : (`adminOauth2.${fault}` as const);
