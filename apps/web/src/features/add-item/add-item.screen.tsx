import { paths } from '@octavo/contract/paths';
import { Copy, FileUp, Plus, WandSparkles } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AutoCreate } from './parts/auto-create.tsx';
import { CopyItem } from './parts/copy-item.tsx';
import { ImportFile } from './parts/import-file.tsx';
import { NewItemForm } from './parts/new-item-form.tsx';

/** The forms by the value of the `tab` URL parameter. */
const FORMS = { '': NewItemForm, copy: CopyItem, import: ImportFile, auto: AutoCreate };

export function AddItemScreen() {
  const { t } = useText();
  const [search] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const current = tab in FORMS ? (tab as keyof typeof FORMS) : '';
  const TabForm = FORMS[current];
  const item_id = Number(search.get('item_id') ?? 0) || 0;
  if (current === 'import' && item_id > 0)
    return (
      <Column width="form">
        <PageTitle screen={t('importing.intoItem')} />
        <PageHead
          title={t('importing.intoItem')}
          back={{ to: paths.item.href({ item: item_id }), label: t('item.backToItem') }}
        />
        <ImportFile item_id={item_id} />
      </Column>
    );
  return (
    <Column width="form">
      <PageTitle screen={t('addItem.title')} />
      <PageHead
        title={t('addItem.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
      />
      <Tabs
        label={t('addItem.ways')}
        tabs={[
          { name: '', label: t('addItem.newItem'), icon: <Plus /> },
          { name: 'copy', label: t('addItem.copyItem'), icon: <Copy /> },
          { name: 'import', label: t('addItem.importFile'), icon: <FileUp /> },
          { name: 'auto', label: t('addItem.autoCreate'), icon: <WandSparkles /> },
        ]}
        current={current}
      />
      <TabForm />
    </Column>
  );
}
