import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useFieldControl } from '../../../shared/ui/field.tsx';
import styles from './catalog-select.module.css';

interface CatalogSelectProps {
  /** Named by their way: `a / b / c`. The root stands before them. */
  catalogs: readonly { readonly cat_id: number; readonly cat_name: string }[];
  value: number;
  onCatalog: (catId: number) => void;
  loading?: boolean;
}

export function CatalogSelect({ catalogs, value, onCatalog, loading = false }: CatalogSelectProps) {
  const { t } = useText();
  return (
    <Select<number>
      {...useFieldControl()}
      className={styles.select ?? ''}
      value={value}
      onChange={onCatalog}
      loading={loading}
      suffixIcon={<ChevronDown />}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: 0, label: t('catalog.root') },
        ...catalogs.map(({ cat_id, cat_name }) => ({ value: cat_id, label: cat_name })),
      ]}
    />
  );
}
