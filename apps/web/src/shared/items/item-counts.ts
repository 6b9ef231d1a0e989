import { useText } from '../i18n/texts.tsx';

/** "1 page", "42 pages", "6 catalogs": the plural of each language. */
export function useCounts() {
  const { t } = useText();
  return {
    pages: (count: number) => (count === 1 ? t('item.onePage') : t('item.pages', { count })),
    catalogs: (count: number) =>
      count === 1 ? t('item.oneCatalog') : t('item.catalogs', { count }),
  };
}
