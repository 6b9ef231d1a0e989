import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import { MAX_IMPORT_BYTES } from '@octavo/contract/file-size';
import { paths } from '@octavo/contract/paths';
import { Braces, FileArchive, Send } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { uploadFile, type UploadOptions } from '../../../shared/api/upload-file.ts';
import { UploadArea } from '../../../shared/files/upload-area.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './import-file.module.css';

const { plan } = calls.import;

/** Uploads a file for an import into a new or an existing item and opens the import plan. */
export function ImportFile({ item_id = 0 }: { item_id?: number }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { data: item } = useCall(
    calls.item.info,
    { item_id, menu: 'top' },
    { enabled: item_id > 0 },
  );

  async function send(file: File, options: UploadOptions) {
    const { task_id } = await uploadFile(plan, 'file', file, { item_id }, options);
    void navigate(paths.importTask.href({ task_id }));
    return { display_name: file.name };
  }

  return (
    <Card>
      <div className={styles.parts}>
        <UploadArea
          send={send}
          refresh={[]}
          hint={t('importing.drop', { size: formatSize(MAX_IMPORT_BYTES) })}
          single
        />
        <ul className={styles.formats} aria-label={t('addItem.formats')}>
          <li>
            <Braces />
            <b>{t('addItem.openapi')}</b>
            <p>{t('addItem.openapiHelp')}</p>
          </li>
          <li>
            <Send />
            <b>{t('addItem.postman')}</b>
            <p>{t('addItem.postmanHelp')}</p>
          </li>
          <li>
            <FileArchive />
            <b>{t('importing.zip')}</b>
            <p>{t('importing.zipHelp')}</p>
          </li>
        </ul>
        <Note kind="info">
          {item ? t('importing.intoHelp', { item: item.item_name }) : t('importing.newHelp')}
        </Note>
      </div>
    </Card>
  );
}
