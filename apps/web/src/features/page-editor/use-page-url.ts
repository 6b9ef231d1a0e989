import { paths } from '@octavo/contract/paths';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { EditorSession } from './editor-session.ts';

/** Replaces the URL with that of the page after the first save of a new page, without a reload. */
export function usePageUrl(
  { item_id, page_id: initialPageId }: EditorSession,
  page_id: number,
  editorKey: string,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (page_id === initialPageId) return;
    const url = paths.editPage.href({ item_id, page_id });
    void navigate(url, { replace: true, state: { editor: editorKey } });
  }, [item_id, page_id, initialPageId, editorKey, navigate]);
}
