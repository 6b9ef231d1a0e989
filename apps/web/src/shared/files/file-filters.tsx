import { ALL_FILES, IMAGE_FILES, OTHER_FILES } from '@octavo/contract/attachment-type';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import styles from './file-filters.module.css';

export type FileKind = 'all' | 'images' | 'general';

export const ATTACHMENT_TYPE = {
  all: ALL_FILES,
  images: IMAGE_FILES,
  general: OTHER_FILES,
} as const;

interface TextFilter {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

interface FileFiltersProps {
  kind: FileKind;
  onKind: (kind: FileKind) => void;
  textFilters: readonly TextFilter[];
  /** Applies the typed text. */
  onSearch: () => void;
}

export function FileFilters({ kind, onKind, textFilters, onSearch }: FileFiltersProps) {
  const { t } = useText();
  return (
    <search className={styles.filters}>
      <Segmented
        label={t('attachment.kind')}
        value={kind}
        onValue={onKind}
        options={[
          { value: 'all', label: t('attachment.all') },
          { value: 'images', label: t('attachment.images') },
          { value: 'general', label: t('attachment.general') },
        ]}
      />
      {textFilters.map(({ label, value, onText }) => (
        <div key={label} className={styles.word}>
          <SearchInput label={label} value={value} onText={onText} onEnter={onSearch} />
        </div>
      ))}
      <Button onClick={onSearch}>{t('attachment.search')}</Button>
    </search>
  );
}
