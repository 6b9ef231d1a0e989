import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { Terminal } from 'lucide-react';
import { useRef } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { DeviceRow } from '../../../shared/people/device-row.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconRow } from '../../../shared/ui/icon-row.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import { SESSION_CALLS } from './session-calls.ts';
import styles from './user-drawer.module.css';

type Token = CallResponse<typeof calls.adminUser.getTokens>[number];

/** The sessions and access tokens of a user, which an administrator can end one by one or together. */
export function UserDevices({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  const { uid, username } = user;
  const mayChange = useMayChange();
  const devices = useCall(calls.adminUser.devices, { uid }, { staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const tokens = useCall(calls.adminUser.getTokens, { uid }, { staleTime: 0 });
  const validTokens = tokens.data?.filter(({ is_expired }) => !is_expired) ?? [];
  const revoke = useCommand(calls.adminUser.revokeDevices, { refresh: SESSION_CALLS });
  const revokeTokens = useCommand(calls.adminUser.revokeTokens, { refresh: SESSION_CALLS });
  const end = (device: { device_id: number; name: string } | undefined) =>
    revoke.mutate(
      { uid, ...(device && { device_id: device.device_id }) },
      {
        onSuccess: () =>
          showEnded(
            device
              ? t('adminUser.deviceEnded', { username, device: device.name })
              : t('adminUser.loggedOut', { username }),
          ),
      },
    );
  const revokeToken = ({ id }: Token) =>
    revokeTokens.mutate({ uid, id }, { onSuccess: () => showEnded(t('accessToken.revoked')) });
  function showEnded(text: string) {
    showToast({ kind: 'done', text });
    // The focused button was removed together with its row.
    heading.current?.focus();
  }
  const count = (devices.data?.length ?? 0) + validTokens.length;
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h3 ref={heading} tabIndex={-1}>
          {t('adminUserList.sessions')} {count > 0 && <small>{count}</small>}
        </h3>
        {mayChange && count > 0 && (
          <Button size="small" loading={revoke.isPending} onClick={() => end(undefined)}>
            {t('adminUserList.endAllSessions')}
          </Button>
        )}
      </div>
      <QueryState<unknown> query={devices.data ? tokens : devices}>
        {() =>
          count === 0 ? (
            <p className={styles.quiet}>{t('adminUser.devicesEmpty', { username })}</p>
          ) : (
            <ul className={styles.list}>
              {devices.data?.map((device) => (
                <DeviceRow
                  key={device.device_id}
                  device={device}
                  {...(mayChange && {
                    onLogOut: (name: string) => end({ device_id: device.device_id, name }),
                  })}
                />
              ))}
              {validTokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  {...(mayChange && { onRevoke: () => revokeToken(token) })}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke?: () => void }) {
  const { t, rich } = useText();
  const { name, last_used_time, last_address } = token;
  return (
    <IconRow
      icon={<Terminal />}
      name={t('adminUser.tokenNamed', { name })}
      help={
        last_used_time === null
          ? t('adminUser.tokenUnused')
          : rich('userSetting.tokenUsed', {
              time: <Time value={last_used_time} />,
              address: last_address,
            })
      }
    >
      {onRevoke && (
        <Button
          variant="quietDanger"
          size="small"
          aria-label={t('accessToken.revoke', { name })}
          onClick={onRevoke}
        >
          {t('adminUser.revokeToken')}
        </Button>
      )}
    </IconRow>
  );
}
