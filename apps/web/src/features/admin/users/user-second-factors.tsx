import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { SecondFactors } from '@octavo/contract/second-factor.entities';
import { Smartphone } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { PasskeyRow } from '../../../shared/passkey/passkey-row.tsx';
import { IconRow } from '../../../shared/ui/icon-row.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { RemoveSecondFactors } from '../security/remove-second-factors.tsx';
import styles from './user-drawer.module.css';

/** The second factors of a user, which an administrator can remove when the user has lost them. */
export function UserSecondFactors({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  const query = useCall(calls.adminSecurity.getSecondFactors, { uid: user.uid }, { staleTime: 0 });
  const hasFactors = query.data && countFactors(query.data) > 0;
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h3>{t('adminSecurity.secondFactor')}</h3>
        {hasFactors && <RemoveSecondFactors user={user} />}
      </div>
      <QueryState query={query}>
        {(factors) =>
          countFactors(factors) === 0 ? (
            <p className={styles.quiet}>{t('adminUserList.factorNone')}</p>
          ) : (
            <SecondFactorRows factors={factors} />
          )
        }
      </QueryState>
    </section>
  );
}

const countFactors = ({ passkeys, totp }: SecondFactors) => passkeys.length + (totp ? 1 : 0);

function SecondFactorRows({ factors: { passkeys, totp, recovery } }: { factors: SecondFactors }) {
  const { t, rich } = useText();
  return (
    <>
      <ul className={styles.list}>
        {totp && (
          <IconRow
            icon={<Smartphone />}
            name={t('userSetting.totp')}
            help={rich('userSetting.totpSince', { time: <Time value={totp.confirmed_time} /> })}
          />
        )}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <p className={styles.quiet}>
        {t('userSetting.recoveryCodes')}:{' '}
        {t('userSetting.recoveryLeft', { left: recovery.left, total: recovery.total })}
      </p>
    </>
  );
}
