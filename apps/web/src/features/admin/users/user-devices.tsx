import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useRef } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { DeviceRow } from '../../../shared/people/device-row.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import styles from './user-drawer.module.css';

/** The sessions of a user, which an administrator can end one by one or together. */
export function UserDevices({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  const { uid, username } = user;
  const mayChange = useMayChange();
  const query = useCall(calls.adminUser.devices, { uid }, { staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const revoke = useCommand(calls.adminUser.revokeDevices, { refresh: [calls.adminUser.devices] });
  const end = (device: { device_id: number; name: string } | undefined) =>
    revoke.mutate(
      { uid, ...(device && { device_id: device.device_id }) },
      {
        onSuccess: () => {
          const text = device
            ? t('adminUser.deviceEnded', { username, device: device.name })
            : t('adminUser.loggedOut', { username });
          showToast({ kind: 'done', text });
          // The focused button was removed together with its row.
          heading.current?.focus();
        },
      },
    );
  const count = query.data?.length ?? 0;
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
      <QueryState query={query}>
        {(devices) =>
          devices.length === 0 ? (
            <p className={styles.quiet}>{t('adminUser.devicesEmpty', { username })}</p>
          ) : (
            <ul className={styles.list}>
              {devices.map((device) => (
                <DeviceRow
                  key={device.device_id}
                  device={device}
                  {...(mayChange && {
                    onLogOut: (name: string) => end({ device_id: device.device_id, name }),
                  })}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
