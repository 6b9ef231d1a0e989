import type { Account } from '@octavo/contract/entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';

export function UsernameRow({ account }: { account: Account }) {
  const { t } = useText();
  return (
    <SettingRow label={t('userSetting.username')}>
      {account.username}
      <RowHelp>{t('userSetting.usernameHelp')}</RowHelp>
    </SettingRow>
  );
}
