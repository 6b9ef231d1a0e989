import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { TotpDialog } from '../../../shared/second-factor/totp-dialog.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, RowHelp, SectionHead, SettingRow } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { RemoveTotp } from './remove-totp.tsx';

/** The second factors of the own account: the authenticator app and its recovery codes. */
export function SecondFactors() {
  const { t, rich } = useText();
  const query = useCall(calls.secondFactor.status, {});
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'totp' | 'remove' | 'codes'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <SectionHead title={t('userSetting.secondFactor')} help={t('userSetting.secondFactorHelp')} />
      <QueryState query={query}>
        {({ totp, recovery, required_from }) => (
          <>
            {required_from && !totp && (
              <Note kind="warning">
                {rich('userSetting.secondFactorDue', { time: <Time value={required_from} /> })}
              </Note>
            )}
            <Card>
              <SettingRow
                label={t('userSetting.totp')}
                action={
                  <>
                    <Button size="small" onClick={() => setDialog('totp')}>
                      {t(totp ? 'userSetting.totpMove' : 'userSetting.totpSetUp')}
                    </Button>
                    {totp && !required_from && (
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
              {totp && (
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
            {dialog === 'totp' && (
              <TotpDialog
                isFirst={!totp}
                onDone={() => {
                  for (const { path } of [
                    calls.secondFactor.status,
                    calls.user.proof,
                    calls.user.devices,
                  ])
                    void queries.invalidateQueries({ queryKey: [path] });
                }}
                onClosed={close}
              />
            )}
          </>
        )}
      </QueryState>
      {dialog === 'remove' && <RemoveTotp onClosed={close} />}
      {dialog === 'codes' && <NewRecoveryCodes onClosed={close} />}
    </>
  );
}
