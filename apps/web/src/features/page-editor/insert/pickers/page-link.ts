import { paths } from '@octavo/contract/paths';
import { textLink } from '../../attachments/upload-files.ts';

interface LinkedHeading {
  readonly text: string;
  readonly id: string;
}

/** A link that stays valid when the page is renamed or moved. */
export function pageLink(page_id: number, title: string, heading?: LinkedHeading): string {
  const url = paths.page.href({ page_id });
  return heading
    ? textLink(`${title} › ${heading.text}`, `${url}#${heading.id}`)
    : textLink(title, url);
}
