import type { Language } from '@octavo/contract/entities';
import type { NoticeKind } from '@octavo/contract/notice.entities';
import { paths } from '@octavo/contract/paths';
import { textIn } from '../../texts.ts';
import type { NoticeRow } from './notice.repository.ts';

type Told = Pick<NoticeRow, 'facts' | 'from_name'>;
interface Words {
  readonly title: string;
  readonly content: string;
}

/** Title and content of each kind of notice; `facts` contains the values of the placeholders. */
const words: Record<NoticeKind, (language: Language, told: Told) => Words> = {
  itemAdded: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.itemAdded', { from, item: String(facts['item']) }),
    content: textIn(language, facts['edit'] ? 'notice.mayEdit' : 'notice.mayRead'),
  }),
  itemRemoved: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.itemRemoved', { from, item: String(facts['item']) }),
    content: textIn(language, 'notice.itemRemovedText'),
  }),
  itemAuthority: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.itemAuthority', { from, item: String(facts['item']) }),
    content: textIn(language, facts['edit'] ? 'notice.mayEdit' : 'notice.mayRead'),
  }),
  itemTransferred: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.itemTransferred', { from, item: String(facts['item']) }),
    content: textIn(language, 'notice.itemTransferredText'),
  }),
  teamAdded: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.teamAdded', { from, team: String(facts['team']) }),
    content: textIn(language, 'notice.teamAddedText'),
  }),
  teamRemoved: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.teamRemoved', { from, team: String(facts['team']) }),
    content: textIn(language, 'notice.teamRemovedText'),
  }),
  teamTransferred: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.teamTransferred', { from, team: String(facts['team']) }),
    content: textIn(language, 'notice.teamTransferredText'),
  }),
  pageChanged: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.pageChanged', { from, page: String(facts['page']) }),
    content: textIn(language, 'notice.pageChangedText', { item: String(facts['item']) }),
  }),
  purgeTomorrow: (language, { facts }) => {
    const [page, item] = [String(facts['page']), String(facts['item'])];
    const count = Number(facts['count']);
    return {
      title:
        count === 1
          ? textIn(language, 'notice.purgeOne', { page })
          : textIn(language, 'notice.purgeMany', { count, item }),
      content: textIn(language, 'notice.purgeText', { item, count }),
    };
  },
  importDone: (language, { facts }) => ({
    title: textIn(language, 'notice.importDone', { file: String(facts['file']) }),
    content: textIn(language, 'notice.importDoneText', { item: String(facts['item']) }),
  }),
  announcement: (_language, { facts }) => ({
    title: String(facts['title']),
    content: String(facts['content']),
  }),
  feedback: (language, { facts, from_name: from }) => ({
    title: textIn(language, 'notice.feedback', { from }),
    content: String(facts['content']),
  }),
};

/** Kinds without a link, because the recipient can no longer open the item, team or page. */
const LEADS_NOWHERE: ReadonlySet<NoticeKind> = new Set([
  'itemRemoved',
  'teamRemoved',
  'purgeTomorrow',
]);

function hrefOf({ kind, item_id, page_id, team_id }: NoticeRow): string {
  if (LEADS_NOWHERE.has(kind)) return '';
  if (kind === 'teamAdded') return paths.myItems.href();
  if (page_id !== null) return paths.page.href({ page_id });
  if (team_id !== null) return paths.teamItems.href({ team_id });
  return item_id === null ? '' : paths.item.href({ item: item_id });
}

function senderOf(language: Language, { kind, from_name }: NoticeRow): string {
  if (kind === 'announcement') return textIn(language, 'notice.administrator');
  return from_name || textIn(language, 'notice.product');
}

/** Renders a stored notice in the language of its recipient. */
export function inWords(language: Language, row: NoticeRow) {
  const { title, content } = words[row.kind](language, row);
  return {
    notice_id: row.notice_id,
    kind: row.kind,
    notice_title: title,
    notice_content: content,
    from_name: senderOf(language, row),
    from_username: String(row.facts['from_username'] ?? ''),
    notice_time: row.notice_time,
    is_read: row.is_read,
    href: hrefOf(row),
  };
}
