import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import styles from './part-choice.module.css';

/** The part of an item to export: all pages, one catalog, or one page of it. */
export interface ExportPart {
  readonly by: 'all' | 'catalog';
  readonly cat_id: number;
  readonly page_id: number;
}

export const WHOLE_ITEM: ExportPart = { by: 'all', cat_id: 0, page_id: 0 };

interface PartChoiceProps {
  itemId: number;
  value: ExportPart;
  onPart: (part: ExportPart) => void;
}

export function PartChoice({ itemId, value, onPart }: PartChoiceProps) {
  const { t } = useText();
  return (
    <>
      <div className={styles.ways}>
        <span className={styles.label}>{t('exporting.content')}</span>
        <Segmented
          label={t('exporting.content')}
          options={[
            { value: 'all', label: t('exporting.allPages') },
            { value: 'catalog', label: t('exporting.byCatalog') },
          ]}
          value={value.by}
          onValue={(by) => onPart({ ...WHOLE_ITEM, by })}
        />
      </div>
      {value.by === 'catalog' && <CatalogAndPage itemId={itemId} value={value} onPart={onPart} />}
    </>
  );
}

function CatalogAndPage({ itemId, value, onPart }: PartChoiceProps) {
  const { t } = useText();
  const { cat_id, page_id } = value;
  const catalogs = useCall(calls.catalog.catListName, { item_id: itemId });
  const pages = useCall(calls.catalog.getPagesBycat, { item_id: itemId, cat_id }, { silent: true });
  return (
    <>
      <Field label={t('exporting.catalog')}>
        <SelectInput
          options={[
            { value: 0, name: t('exporting.none') },
            ...(catalogs.data ?? []).map((row) => ({ value: row.cat_id, name: row.cat_name })),
          ]}
          value={cat_id}
          onValue={(chosen) => onPart({ ...value, cat_id: chosen, page_id: 0 })}
          emptyText={t('catalog.noneNamed')}
          loading={catalogs.isLoading}
        />
      </Field>
      <Field label={t('exporting.page')}>
        <SelectInput
          options={[
            { value: 0, name: t('exporting.everyPage') },
            ...(pages.data ?? []).map((row) => ({ value: row.page_id, name: row.page_title })),
          ]}
          value={page_id}
          onValue={(chosen) => onPart({ ...value, page_id: chosen })}
          emptyText={t('exporting.noPageFound')}
          loading={pages.isLoading}
        />
      </Field>
    </>
  );
}
