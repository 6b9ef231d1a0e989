import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusinessError } from '../../../shared/api/call-error.ts';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface Place {
  readonly item_id: number;
  readonly page_id: number;
}

/** One file after the other; what was refused is said and stays a file of the person's own. */
export function useUpload(place: Place) {
  const { t } = useText();
  const queries = useQueryClient();
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  async function upload(files: readonly File[]) {
    setWorking(true);
    setError(undefined);
    try {
      for (const file of files) {
        const { display_name } = await uploadFile(calls.page.upload, 'file', file, place);
        showToast({ kind: 'done', text: t('attachment.uploaded', { name: display_name }) });
      }
    } catch (failed) {
      setError(failed instanceof BusinessError ? failed.message : t('attachment.uploadFailed'));
    }
    setWorking(false);
    await queries.invalidateQueries({ queryKey: [calls.page.uploadList.path] });
  }

  return { upload, isWorking, error };
}
