import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { BusinessError, NetworkError } from '../../../shared/api/call-error.ts';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { PendingUploads } from './pending-uploads.ts';
import type { FileUploads } from './upload-files.ts';

const { upload, uploadImg, uploadList } = calls.page;

/** The number of files of the page, its uploads, and the text files that await the user's choice. */
export function usePageFiles(item_id: number, page_id: number, pendingUploads: PendingUploads) {
  const { t } = useText();
  const queries = useQueryClient();
  const [offered, setOffered] = useState<readonly File[]>([]);
  const { data } = useCall(uploadList, { page_id }, { silent: true, enabled: page_id > 0 });
  const sendFile = useCallback<FileUploads['send']>(
    async (file, kind) => {
      const target = { item_id, page_id };
      const { url } =
        kind === 'picture'
          ? await uploadFile(uploadImg, 'editormd-image-file', file, target)
          : await uploadFile(upload, 'file', file, target);
      void queries.invalidateQueries({ queryKey: [uploadList.path] });
      return url;
    },
    [item_id, page_id, queries],
  );
  const uploads = useMemo<FileUploads>(
    () => ({
      send: (file, kind) => pendingUploads.add(sendFile(file, kind)),
      reasonOf(error, kind) {
        if (error instanceof BusinessError && error.message !== '') return error.message;
        if (error instanceof NetworkError) return t('attachment.noConnection');
        return t(kind === 'picture' ? 'attachment.imageFailed' : 'attachment.uploadFailed');
      },
      reportFailure: (reason) => showToast({ kind: 'error', text: reason }),
      failedText: (name, reason) => t('attachment.notUploaded', { name, reason }),
      failedLabels: () => ({ retry: t('shell.retry'), remove: t('attachment.removeFailed') }),
      placeholderText: (name) => t('attachment.uploading', { name }),
      offerTextFiles: (files) => setOffered((before) => [...before, ...files]),
    }),
    [sendFile, pendingUploads, t],
  );
  const onChosen = useCallback(() => setOffered((before) => before.slice(1)), []);
  return { count: data?.length ?? 0, uploads, offered, onChosen };
}
