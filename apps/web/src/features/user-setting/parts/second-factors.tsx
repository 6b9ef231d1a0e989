import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { type NewTotp, TotpDialog } from '../../../shared/second-factor/totp-dialog.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, RowHelp, SectionHead, SettingRow } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { RemoveTotp } from './remove-totp.tsx';
import { useRefreshFactors } from './use-refresh-factors.ts';

/** The authenticator app of the own account, and the recovery codes of all its second factors. */
export function SecondFactors() {
  const { t, rich } = useText();
  const query = useCall(calls.secondFactor.status, {});
  const refresh = useRefreshFactors();
  const [dialog, setDialog] = useState<'remove' | 'codes'>();
  const close = () => setDialog(undefined);
  const start = useCommand(calls.secondFactor.startTotp);
  const [newTotp, setNewTotp] = useState<NewTotp>();
  const hasPasskeys = (query.data?.passkeys.length ?? 0) > 0;
  return (
    <>
      <SectionHead title={t('userSetting.secondFactor')} help={t('userSetting.secondFactorHelp')} />
      <QueryState query={query}>
        {({ totp, recovery, required_from }) => (
          <>
            {required_from && !totp && !hasPasskeys && (
              <Note kind="warning">
                {rich('userSetting.secondFactorDue', { time: <Time value={required_from} /> })}
              </Note>
            )}
            <Card>
              <SettingRow
                label={t('userSetting.totp')}
                action={
                  <>
                    <Button
                      size="small"
                      loading={start.isPending}
                      onClick={() => start.mutate({}, { onSuccess: setNewTotp })}
                    >
                      {t(totp ? 'userSetting.totpMove' : 'userSetting.totpSetUp')}
                    </Button>
                    {totp && (!required_from || hasPasskeys) && (
                      <Button size="small" variant="danger" onClick={() => setDialog('remove')}>
                        {t('userSetting.totpRemove')}
                      </Button>
                    )}
                  </>
                }
              >
                {totp ? (
                  <>
                    <Tag kind="ok">{t('userSetting.totpOn')}</Tag>
                    <RowHelp>
                      {rich('userSetting.totpSince', {
                        time: <Time value={totp.confirmed_time} />,
                      })}
                    </RowHelp>
                  </>
                ) : (
                  t('userSetting.totpOff')
                )}
              </SettingRow>
              {(totp || hasPasskeys) && (
                <SettingRow
                  label={t('userSetting.recoveryCodes')}
                  action={
                    <Button size="small" onClick={() => setDialog('codes')}>
                      {t('userSetting.recoveryNew')}
                    </Button>
                  }
                >
                  <Tag kind={recovery.left > 3 ? 'plain' : 'warning'}>
                    {t('userSetting.recoveryLeft', {
                      left: recovery.left,
                      total: recovery.total,
                    })}
                  </Tag>
                  <RowHelp>
                    {recovery.last_used_time
                      ? rich('userSetting.recoveryUsed', {
                          time: <Time value={recovery.last_used_time} />,
                        })
                      : t('userSetting.recoveryHelp')}
                  </RowHelp>
                </SettingRow>
              )}
            </Card>
            {newTotp && (
              <TotpDialog
                totp={newTotp}
                isFirst={!totp && !hasPasskeys}
                onDone={refresh}
                onClosed={() => setNewTotp(undefined)}
              />
            )}
          </>
        )}
      </QueryState>
      {dialog === 'remove' && <RemoveTotp isLast={!hasPasskeys} onClosed={close} />}
      {dialog === 'codes' && <NewRecoveryCodes onClosed={close} />}
    </>
  );
}
