import type { Device } from '@octavo/contract/entities';
import { Laptop, Smartphone, Tablet, Terminal } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import { Button } from '../ui/button.tsx';
import { IconRow } from '../ui/icon-row.tsx';
import { Tag } from '../ui/tag.tsx';
import { describeAgent, type UserAgent } from './describe-agent.ts';

const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, script: Terminal } as const;

interface DeviceRowProps {
  device: Device;
  /** Absent if single devices cannot be logged out here. */
  onLogOut?: (name: string) => void;
}

export function DeviceRow({ device, onLogOut }: DeviceRowProps) {
  const { t } = useText();
  const agent = describeAgent(device.user_agent);
  const name = useDeviceName(device, agent);
  const Icon = device.kind === 'token' ? Terminal : icons[agent.deviceType];
  return (
    <IconRow
      icon={<Icon />}
      name={
        <>
          {name}
          {device.is_current && <Tag kind="ok">{t('userSetting.thisDevice')}</Tag>}
        </>
      }
      help={<LastUsed device={device} />}
    >
      {!device.is_current && onLogOut && (
        <Button
          variant="quietDanger"
          size="small"
          aria-label={t('userSetting.logOutDevice', { device: name })}
          onClick={() => onLogOut(name)}
        >
          {t('userSetting.logOut')}
        </Button>
      )}
    </IconRow>
  );
}

function useDeviceName({ kind }: Device, { app, system }: UserAgent): string {
  const { t } = useText();
  const clientName = app && system ? t('userSetting.deviceOn', { app, system }) : (app ?? system);
  if (kind === 'token')
    return clientName ? t('userSetting.tokenOf', { app: clientName }) : t('userSetting.token');
  return clientName ?? t('userSetting.deviceUnknown');
}

function LastUsed({ device: { kind, address, last_used_time, is_current } }: { device: Device }) {
  const { t, rich } = useText();
  if (is_current) return t('userSetting.deviceNow', { address });
  const time = <Time value={last_used_time} />;
  if (kind === 'token') return rich('userSetting.tokenUsed', { time, address });
  return rich('userSetting.deviceUsed', { time, address });
}
