import { formatSize } from '@octavo/texts/format-size';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import type { TableColumn } from '../ui/data-table.tsx';
import { FileName } from './file-name.tsx';
import styles from './file-name.module.css';
import { typeName } from './file-type.ts';

interface FileColumns {
  readonly identityColumns: readonly TableColumn<PageFile>[];
  readonly detailColumns: readonly TableColumn<PageFile>[];
}

/** The columns that all file lists share: id and name first, then the details. Lists add their own columns. */
export function useFileColumns(): FileColumns {
  const { t } = useText();
  return {
    identityColumns: [
      { label: t('attachment.id'), width: 72, kind: 'id', render: ({ file_id }) => file_id },
      { label: t('attachment.name'), render: (file) => <FileName file={file} /> },
    ],
    detailColumns: [
      {
        label: t('attachment.type'),
        width: 136,
        kind: 'wide',
        render: (file) => <span className={styles.quiet}>{typeName(file)}</span>,
      },
      {
        label: t('attachment.sizeHead'),
        width: 88,
        kind: 'number',
        render: ({ file_size }) => formatSize(file_size),
      },
      {
        label: t('attachment.visits'),
        width: 88,
        kind: 'number',
        render: ({ visit_times }) => (
          <span aria-label={t('attachment.visitCount', { count: visit_times })}>{visit_times}</span>
        ),
      },
      {
        label: t('attachment.added'),
        width: 150,
        kind: 'wide',
        render: ({ addtime }) => (
          <span className={styles.quiet}>
            <Time value={addtime} />
          </span>
        ),
      },
    ],
  };
}
