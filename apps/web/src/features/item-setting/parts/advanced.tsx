import { paths } from '@octavo/contract/paths';
import { REGULAR_ITEM } from '@octavo/contract/item-type';
import { Archive, ArrowRightLeft, FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { useItemSize } from '../use-item-size.ts';
import { ArchiveDialog, TransferDialog, DeleteDialog } from './danger-dialogs.tsx';
import { DangerRow } from './danger-row.tsx';

/** The only type that has catalogs to import into. */

interface AdvancedProps {
  item: ItemDetail;
  /** Called after the item was transferred, archived or deleted, with the success message. */
  onGone: (message: string) => void;
}

export function Advanced({ item, onGone }: AdvancedProps) {
  const { t } = useText();
  const size = useItemSize(item.item_id);
  const [open, setOpen] = useState<'attorn' | 'archive' | 'delete'>();
  const dialog = { item, onGone, onClosed: () => setOpen(undefined) };
  return (
    <>
      <SectionHead title={t('itemSetting.advanced')} help={t('itemSetting.advancedHelp')} />
      <Card>
        {item.item_type === REGULAR_ITEM && item.is_archived === 0 && (
          <DangerRow
            icon={<FileUp />}
            title={t('importing.intoItem')}
            help={t('importing.intoItemHelp')}
            action={
              <ButtonLink to={paths.addItem.href({ tab: 'import', item_id: item.item_id })}>
                {t('importing.begin')}
              </ButtonLink>
            }
          />
        )}
        <DangerRow
          icon={<ArrowRightLeft />}
          title={t('itemSetting.attorn')}
          help={t('itemSetting.attornHelp')}
          action={
            <Button variant="danger" onClick={() => setOpen('attorn')}>
              {t('itemSetting.attorn')}
            </Button>
          }
        />
        <DangerRow
          icon={<Archive />}
          title={t('itemSetting.archive')}
          help={t('itemSetting.archiveHelp')}
          action={
            item.is_archived === 1 ? (
              <Tag>{t('itemSetting.isArchived')}</Tag>
            ) : (
              <Button variant="danger" onClick={() => setOpen('archive')}>
                {t('itemSetting.archive')}
              </Button>
            )
          }
        />
        <DangerRow
          icon={<Trash2 />}
          title={t('itemSetting.delete')}
          help={size ? t('itemSetting.deleteHelp', size) : t('itemSetting.deleteHelpUnknown')}
          action={
            <Button variant="danger" onClick={() => setOpen('delete')}>
              {t('itemSetting.delete')}
            </Button>
          }
        />
      </Card>
      {open === 'attorn' && <TransferDialog {...dialog} />}
      {open === 'archive' && <ArchiveDialog {...dialog} />}
      {open === 'delete' && <DeleteDialog {...dialog} size={size} />}
    </>
  );
}
