import { calls } from '@octavo/contract';
import type { Device } from '@octavo/contract/entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { DeviceRow } from '../../../shared/people/device-row.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { LogOutDevice } from './log-out-device.tsx';
import { LogOutOthers } from './log-out-others.tsx';

export function Devices() {
  const { t } = useText();
  const { data: devices, error, refetch } = useCall(calls.user.devices, {});
  // The dialogs are rendered here, not in the rows: a row unmounts before its dialog has closed.
  const [revoking, setRevoking] = useState<{ device: Device; name: string }>();
  const [revokingOthers, setRevokingOthers] = useState(false);
  return (
    <>
      <SectionHead
        title={t('userSetting.devices')}
        help={t('userSetting.devicesHelp')}
        action={
          devices?.some((device) => !device.is_current) && (
            <Button size="small" onClick={() => setRevokingOthers(true)}>
              {t('userSetting.logOutOthers')}
            </Button>
          )
        }
      />
      {devices ? (
        <Card>
          <ul>
            {devices.map((device) => (
              <DeviceRow
                key={device.device_id}
                device={device}
                onLogOut={(name) => setRevoking({ device, name })}
              />
            ))}
          </ul>
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {revoking && <LogOutDevice {...revoking} onClosed={() => setRevoking(undefined)} />}
      {revokingOthers && <LogOutOthers onClosed={() => setRevokingOthers(false)} />}
    </>
  );
}
