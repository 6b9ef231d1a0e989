import type { SiteFile } from '@octavo/contract/attachment.entities';
import { ExternalLink, Trash2 } from 'lucide-react';
import { FileName } from '../../../shared/files/file-name.tsx';
import { typeName } from '../../../shared/files/file-type.ts';
import { useMegabytes } from '../../../shared/files/use-megabytes.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton, IconLink } from '../../../shared/ui/icon-button.tsx';
import styles from '../admin.module.css';

interface AttachmentTableProps {
  files: readonly SiteFile[];
  onDelete: (file: SiteFile) => void;
}

export function AttachmentTable({ files, onDelete }: AttachmentTableProps) {
  const { t } = useText();
  const megabytes = useMegabytes();
  return (
    <DataTable
      label={t('attachment.siteTitle')}
      rows={files}
      keyOf={({ file_id }) => file_id}
      columns={[
        { label: t('attachment.id'), width: 84, kind: 'id', render: ({ file_id }) => file_id },
        { label: t('attachment.name'), render: (file) => <FileName file={file} /> },
        {
          label: t('attachment.user'),
          width: 140,
          render: ({ username }) => username || t('attachment.nobody'),
        },
        {
          label: t('attachment.type'),
          width: 130,
          render: (file) => <span className={styles.quiet}>{typeName(file)}</span>,
        },
        {
          label: t('attachment.sizeHead'),
          width: 92,
          kind: 'number',
          render: ({ file_size_m }) => megabytes(file_size_m),
        },
        {
          label: t('attachment.visits'),
          width: 92,
          kind: 'number',
          render: ({ visit_times }) => (
            <span aria-label={t('attachment.visitCount', { count: visit_times })}>
              {visit_times}
            </span>
          ),
        },
        {
          label: t('attachment.added'),
          width: 150,
          render: ({ addtime }) => (
            <span className={styles.quiet}>
              <Time value={addtime} />
            </span>
          ),
        },
        {
          label: t('attachment.actions'),
          width: 104,
          kind: 'actions',
          render: (file) => (
            <>
              <IconLink
                label={t('attachment.visit', { name: file.display_name })}
                to={file.url}
                target="_blank"
                reloadDocument
              >
                <ExternalLink />
              </IconLink>
              <IconButton
                danger
                label={t('attachment.delete', { name: file.display_name })}
                onClick={() => onDelete(file)}
              >
                <Trash2 />
              </IconButton>
            </>
          ),
        },
      ]}
    />
  );
}
