import { calls } from '@octavo/contract';
import { FileText, KeyRound, ScrollText, SlidersHorizontal, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { ItemAudit } from './parts/item-audit.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { SideTabs } from '../../shared/ui/side-tabs.tsx';
import type { ItemDetail } from './item-detail.ts';
import { Advanced } from './parts/advanced.tsx';
import { BaseInfo } from './parts/base-info.tsx';
import { ItemActionResult } from './parts/item-action-result.tsx';
import { Members } from './parts/members.tsx';
import { OpenApi } from './parts/open-api.tsx';
import { RecycleBin } from './parts/recycle-bin.tsx';

export function Sections({ item }: { item: ItemDetail }) {
  const { t } = useText();
  const [search] = useSearchParams();
  const [message, setMessage] = useState<string>();
  const { data: deleted } = useCall(calls.recycle.getList, { item_id: item.item_id });
  if (message) return <ItemActionResult message={message} />;

  const tabs = [
    { name: '', label: t('itemSetting.base'), icon: <FileText /> },
    { name: 'members', label: t('member.title'), icon: <Users /> },
    { name: 'advanced', label: t('itemSetting.advanced'), icon: <SlidersHorizontal /> },
    { name: 'open-api', label: t('itemSetting.openApi'), icon: <KeyRound /> },
    {
      name: 'recycle',
      label: t('itemSetting.recycle'),
      icon: <Trash2 />,
      count: deleted?.length,
    },
    { name: 'audit', label: t('audit.title'), icon: <ScrollText /> },
  ];
  const current = tabs.find(({ name }) => name === search.get('tab'))?.name ?? '';
  return (
    <SideTabs label={t('itemSetting.sections')} tabs={tabs} current={current}>
      {current === '' && <BaseInfo item={item} />}
      {current === 'members' && <Members item={item} />}
      {current === 'advanced' && <Advanced item={item} onGone={setMessage} />}
      {current === 'open-api' && <OpenApi item={item} />}
      {current === 'recycle' && <RecycleBin item={item} />}
      {current === 'audit' && <ItemAudit itemId={item.item_id} />}
    </SideTabs>
  );
}
