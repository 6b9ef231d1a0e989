import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { BusinessError } from '../../../shared/api/call-error.ts';
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
      try {
        const target = { item_id, page_id };
        const { url } =
          kind === 'picture'
            ? await uploadFile(uploadImg, 'editormd-image-file', file, target)
            : await uploadFile(upload, 'file', file, target);
        void queries.invalidateQueries({ queryKey: [uploadList.path] });
        return url;
      } catch (error) {
        const hasMessage = error instanceof BusinessError && error.message !== '';
        const fallbackKey =
          kind === 'picture' ? 'attachment.imageFailed' : 'attachment.uploadFailed';
        showToast({ kind: 'error', text: hasMessage ? error.message : t(fallbackKey) });
        throw error;
      }
    },
    [item_id, page_id, queries, t],
  );
  const uploads = useMemo<FileUploads>(
    () => ({
      send: (file, kind) => pendingUploads.add(sendFile(file, kind)),
      placeholderText: (name) => t('attachment.uploading', { name }),
      offerTextFiles: (files) => setOffered((before) => [...before, ...files]),
    }),
    [sendFile, pendingUploads, t],
  );
  const onChosen = useCallback(() => setOffered((before) => before.slice(1)), []);
  return { count: data?.length ?? 0, uploads, offered, onChosen };
}
