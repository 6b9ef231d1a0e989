import { paths } from '@octavo/contract/paths';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Opening } from './opening.ts';

/** Replaces the URL with that of the page after the first save of a new page, without a reload. */
export function useOwnAddress(
  { item_id, page_id: first }: Opening,
  page_id: number,
  place: string,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (page_id === first) return;
    const address = paths.editPage.href({ item_id, page_id });
    void navigate(address, { replace: true, state: { editor: place } });
  }, [item_id, page_id, first, place, navigate]);
}
