import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useRef, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { DeviceRow } from '../../../shared/people/device-row.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';

export function UserDevices({ user, onClosed }: { user: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const { uid, username } = user;
  const mayChange = useMayChange();
  const [isClosed, setClosed] = useState(false);
  const { data, error, refetch } = useCall(calls.adminUser.devices, { uid }, { staleTime: 0 });
  const revoke = useFormCommand(calls.adminUser.revokeDevices, {
    refresh: [calls.adminUser.devices],
    onDone: () => showToast({ kind: 'done', text: t('adminUser.loggedOut', { username }) }),
  });
  const close = useRef<HTMLButtonElement>(null);
  const revokeOne = useCommand(calls.adminUser.revokeDevices, {
    refresh: [calls.adminUser.devices],
  });
  const logOutOne = (device_id: number, device: string) =>
    revokeOne.mutate(
      { uid, device_id },
      {
        onSuccess: () => {
          showToast({ kind: 'done', text: t('adminUser.deviceEnded', { username, device }) });
          // The focused button was removed together with its row.
          close.current?.focus();
        },
      },
    );
  return (
    <Dialog
      open={!isClosed && !revoke.done}
      width={500}
      title={t('adminUser.devices', { username })}
      initialFocus="button"
      onCancel={() => setClosed(true)}
      onClosed={onClosed}
    >
      {data ? (
        data.length === 0 ? (
          <p className={dialog.fields}>{t('adminUser.devicesEmpty', { username })}</p>
        ) : (
          <ul>
            {data.map((device) => (
              <DeviceRow
                key={device.device_id}
                device={device}
                {...(mayChange && {
                  onLogOut: (name: string) => logOutOne(device.device_id, name),
                })}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="rows" />
      )}
      {revoke.otherError() && (
        <div className={dialog.fields}>
          <Note kind="error">{revoke.otherError()}</Note>
        </div>
      )}
      <div className={dialog.footer}>
        <Button ref={close} onClick={() => setClosed(true)}>
          {t('shell.close')}
        </Button>
        {mayChange && data && data.length > 0 && (
          <Button
            variant="dangerSolid"
            loading={revoke.working}
            onClick={() => revoke.send({ uid })}
          >
            {t('adminUser.logOutAll')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
