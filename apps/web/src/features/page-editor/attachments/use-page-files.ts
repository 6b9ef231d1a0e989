import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { BusinessError } from '../../../shared/api/call-error.ts';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** How many files the page has, and the way for a picture into it. */
export function usePageFiles(item_id: number, page_id: number) {
  const { t } = useText();
  const queries = useQueryClient();
  const { data } = useCall(
    calls.page.uploadList,
    { page_id },
    { silent: true, enabled: page_id > 0 },
  );
  const sendPicture = useCallback(
    async (picture: File) => {
      const { uploadImg, uploadList } = calls.page;
      try {
        const place = { item_id, page_id };
        const { url } = await uploadFile(uploadImg, 'editormd-image-file', picture, place);
        void queries.invalidateQueries({ queryKey: [uploadList.path] });
        return url;
      } catch (error) {
        const text =
          error instanceof BusinessError && error.message !== ''
            ? error.message
            : t('attachment.imageFailed');
        showToast({ kind: 'error', text });
        throw error;
      }
    },
    [item_id, page_id, queries, t],
  );
  return { count: data?.length ?? 0, sendPicture };
}
