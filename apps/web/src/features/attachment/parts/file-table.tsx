import type { PageFile } from '@octavo/contract/attachment.entities';
import { ExternalLink, FilePlus2, Link as LinkIcon, Trash2 } from 'lucide-react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { useFileColumns } from '../../../shared/files/use-file-columns.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton, IconLink } from '../../../shared/ui/icon-button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface FileTableProps {
  files: readonly PageFile[];
  onAct: (action: 'bind' | 'delete', file: PageFile) => void;
}

export function FileTable({ files, onAct }: FileTableProps) {
  const { t } = useText();
  const { identityColumns, detailColumns } = useFileColumns();
  return (
    <DataTable
      label={t('attachment.mine')}
      rows={files}
      keyOf={({ file_id }) => file_id}
      columns={[
        ...identityColumns,
        ...detailColumns,
        {
          label: t('attachment.actions'),
          width: 176,
          kind: 'actions',
          render: (file) => <Actions file={file} onAct={onAct} />,
        },
      ]}
    />
  );
}

function Actions({ file, onAct }: { file: PageFile } & Pick<FileTableProps, 'onAct'>) {
  const { t } = useText();
  const names = { name: file.display_name };
  async function copy(button: HTMLElement) {
    const address = new URL(file.url, location.origin).href;
    const isCopied = await copyText(address, button.parentElement ?? document.body);
    showToast(
      isCopied
        ? { kind: 'done', text: t('attachment.linkCopied') }
        : { kind: 'error', text: t('shell.copyFailed') },
    );
  }
  return (
    <>
      <IconLink label={t('attachment.visit', names)} to={file.url} target="_blank" reloadDocument>
        <ExternalLink />
      </IconLink>
      <IconButton
        label={t('attachment.copyLink', names)}
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        <LinkIcon />
      </IconButton>
      <IconButton label={t('attachment.bind', names)} onClick={() => onAct('bind', file)}>
        <FilePlus2 />
      </IconButton>
      <IconButton
        danger
        label={t('attachment.delete', names)}
        onClick={() => onAct('delete', file)}
      >
        <Trash2 />
      </IconButton>
    </>
  );
}
