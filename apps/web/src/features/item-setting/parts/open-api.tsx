import { calls } from '@octavo/contract';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { FootNote, Panel } from '../../../shared/ui/panel.tsx';
import { SecretField } from '../../../shared/ui/secret-field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { ResetKeys } from './reset-keys.tsx';

export function OpenApi({ item }: { item: ItemDetail }) {
  const { t, rich } = useText();
  const { data: keys, error, refetch } = useCall(calls.item.getKey, { item_id: item.item_id });
  const [resetting, setResetting] = useState(false);
  const command = useWriteCommand();
  return (
    <>
      <SectionHead title={t('itemSetting.openApi')} help={t('itemSetting.openApiHelp')} />
      {keys ? (
        <Panel
          foot={
            <>
              <FootNote>{t('itemSetting.resetHelp')}</FootNote>
              <Button variant="danger" icon={<RefreshCw />} onClick={() => setResetting(true)}>
                {t('itemSetting.reset')}
              </Button>
            </>
          }
        >
          <SecretField label="api_key" value={keys.api_key} />
          <SecretField
            label="api_token"
            value={keys.api_token}
            help={
              <>
                {rich('itemSetting.keysSince', { time: <Time value={keys.addtime} /> })}
                {keys.last_used_time
                  ? rich('itemSetting.keysUsed', { time: <Time value={keys.last_used_time} /> })
                  : t('itemSetting.keysUnused')}
              </>
            }
          />
          <CommandBlock label={t('itemSetting.writePage')} command={command} />
        </Panel>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {resetting && <ResetKeys item={item} onClosed={() => setResetting(false)} />}
    </>
  );
}

function useWriteCommand(): string {
  const { t } = useText();
  return [
    `curl ${location.origin}/api/item/updateByApi \\`,
    '  -d api_key=$OCTAVO_KEY -d api_token=$OCTAVO_TOKEN \\',
    `  -d cat_name="${t('itemSetting.writePageCatalog')}" -d page_title="${t('itemSetting.writePageTitle')}" \\`,
    '  --data-urlencode page_content@order.md',
  ].join('\n');
}
