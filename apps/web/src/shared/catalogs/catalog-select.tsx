import { useText } from '../i18n/texts.tsx';
import { SelectInput } from '../ui/select-input.tsx';

interface CatalogSelectProps {
  /** Named by their full path: `a / b / c`. The root is added as the first option. */
  catalogs: readonly { readonly cat_id: number; readonly cat_name: string }[];
  value: number;
  onCatalog: (catId: number) => void;
  loading?: boolean;
}

export function CatalogSelect({ catalogs, value, onCatalog, loading = false }: CatalogSelectProps) {
  const { t } = useText();
  return (
    <SelectInput
      options={[
        { value: 0, name: t('catalog.root') },
        ...catalogs.map(({ cat_id, cat_name }) => ({ value: cat_id, name: cat_name })),
      ]}
      value={value}
      onValue={onCatalog}
      emptyText={t('catalog.noneNamed')}
      loading={loading}
    />
  );
}
