import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { Braces, Send } from 'lucide-react';
import { useState } from 'react';
import { uploadFile, type UploadOptions } from '../../../shared/api/upload-file.ts';
import { UploadArea } from '../../../shared/files/upload-area.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemAddress } from '../../../shared/items/item-address.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './import-file.module.css';

const { auto } = calls.import;
type Done = CallResponse<typeof auto>;

/** A file that describes an API becomes an item of its own. */
export function ImportFile() {
  const { t } = useText();
  const [done, setDone] = useState<readonly Done[]>([]);

  async function send(file: File, options: UploadOptions) {
    const answer = await uploadFile(auto, 'file', file, {}, options);
    setDone((all) => [answer, ...all]);
    return { display_name: file.name };
  }

  return (
    <Card>
      <div className={styles.parts}>
        <UploadArea send={send} refresh={[calls.item.myList]} />
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
        </ul>
        <Note kind="info">{t('addItem.importHelp')}</Note>
        {done.map((answer) => (
          <ImportDone key={answer.task_id} done={answer} />
        ))}
      </div>
    </Card>
  );
}

function ImportDone({ done }: { done: Done }) {
  const { t } = useText();
  const { item_id = 0, item_name, page_count, notes } = done;
  return (
    <section className={styles.done} aria-label={item_name}>
      <div className={styles.head}>
        <div>
          <b>{item_name}</b>
          <p>{t('addItem.imported', { count: page_count })}</p>
        </div>
        <ButtonLink to={itemAddress({ item_id, item_domain: '' })} variant="primary">
          {t('addItem.openImported')}
        </ButtonLink>
      </div>
      {notes.length > 0 && (
        <details>
          <summary>{t('addItem.importNotes', { count: notes.length })}</summary>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
