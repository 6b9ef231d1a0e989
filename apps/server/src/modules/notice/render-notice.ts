import type { Language } from '@octavo/contract/entities';
import type { NoticeKind } from '@octavo/contract/notice.entities';
import { paths } from '@octavo/contract/paths';
import { translateTo } from '../../texts.ts';
import type { NoticeRow } from './notice.repository.ts';

type NoticeSource = Pick<NoticeRow, 'facts' | 'from_name'>;
interface NoticeText {
  readonly title: string;
  readonly content: string;
}

/** Title and content of each kind of notice; `facts` contains the values of the placeholders. */
const templates: Record<NoticeKind, (language: Language, notice: NoticeSource) => NoticeText> = {
  itemAdded: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.itemAdded', { from, item: String(facts['item']) }),
    content: translateTo(language, facts['edit'] ? 'notice.mayEdit' : 'notice.mayRead'),
  }),
  itemRemoved: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.itemRemoved', { from, item: String(facts['item']) }),
    content:
      facts['team'] === undefined
        ? translateTo(language, 'notice.itemRemovedText')
        : translateTo(language, 'notice.itemRemovedTeamText', { team: String(facts['team']) }),
  }),
  itemAuthority: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.itemAuthority', { from, item: String(facts['item']) }),
    content: translateTo(language, facts['edit'] ? 'notice.mayEdit' : 'notice.mayRead'),
  }),
  itemTransferred: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.itemTransferred', { from, item: String(facts['item']) }),
    content: translateTo(language, 'notice.itemTransferredText'),
  }),
  teamAdded: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.teamAdded', { from, team: String(facts['team']) }),
    content: translateTo(language, 'notice.teamAddedText'),
  }),
  teamMembersAdded: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.teamMembersAdded', {
      from,
      team: String(facts['team']),
      count: Number(facts['count']),
    }),
    content: translateTo(language, 'notice.teamMembersAddedText'),
  }),
  teamRemoved: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.teamRemoved', { from, team: String(facts['team']) }),
    content: translateTo(language, 'notice.teamRemovedText'),
  }),
  teamTransferred: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.teamTransferred', { from, team: String(facts['team']) }),
    content: translateTo(language, 'notice.teamTransferredText'),
  }),
  pageChanged: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.pageChanged', { from, page: String(facts['page']) }),
    content: translateTo(language, 'notice.pageChangedText', { item: String(facts['item']) }),
  }),
  mentioned: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.mentioned', { from, page: String(facts['page']) }),
    content: translateTo(language, 'notice.mentionedText', { item: String(facts['item']) }),
  }),
  purgeTomorrow: (language, { facts }) => {
    const [page, item] = [String(facts['page']), String(facts['item'])];
    const count = Number(facts['count']);
    return {
      title:
        count === 1
          ? translateTo(language, 'notice.purgeOne', { page })
          : translateTo(language, 'notice.purgeMany', { count, item }),
      content: translateTo(language, 'notice.purgeText', { item, count }),
    };
  },
  tokenEnding: (language, { facts }) => ({
    title: translateTo(language, 'notice.tokenEnding', {
      name: String(facts['name']),
      days: Number(facts['days']),
    }),
    content: translateTo(language, 'notice.tokenEndingText'),
  }),
  importDone: (language, { facts }) => ({
    title: translateTo(language, 'notice.importDone', { file: String(facts['file']) }),
    content: translateTo(language, 'notice.importDoneText', { item: String(facts['item']) }),
  }),
  directorySync: (language, { facts }) =>
    facts['is_stopped']
      ? {
          title: translateTo(language, 'notice.directoryStopped'),
          content: translateTo(language, 'notice.directoryStoppedText', {
            count: Number(facts['disabled']),
          }),
        }
      : {
          title: translateTo(language, 'notice.directoryFailed'),
          content: translateTo(language, 'notice.directoryFailedText'),
        },
  announcement: (_language, { facts }) => ({
    title: String(facts['title']),
    content: String(facts['content']),
  }),
  feedback: (language, { facts, from_name: from }) => ({
    title: translateTo(language, 'notice.feedback', { from }),
    content: String(facts['content']),
  }),
};

/** Kinds without a link, because the recipient can no longer open the item, team or page. */
const KINDS_WITHOUT_LINK: ReadonlySet<NoticeKind> = new Set([
  'itemRemoved',
  'teamRemoved',
  'purgeTomorrow',
]);

function hrefOf({ kind, item_id, page_id, team_id }: NoticeRow): string {
  if (KINDS_WITHOUT_LINK.has(kind)) return '';
  if (kind === 'directorySync') return paths.admin.href({ tab: 'login' });
  if (kind === 'teamAdded') return paths.myItems.href();
  if (kind === 'teamMembersAdded' && team_id !== null) return paths.teamMembers.href({ team_id });
  if (kind === 'tokenEnding') return paths.userSetting.href({ tab: 'security' });
  if (page_id !== null) return paths.page.href({ page_id });
  if (team_id !== null) return paths.teamItems.href({ team_id });
  return item_id === null ? '' : paths.item.href({ item: item_id });
}

function senderOf(language: Language, { kind, from_name }: NoticeRow): string {
  if (kind === 'announcement') return translateTo(language, 'notice.administrator');
  return from_name || translateTo(language, 'notice.product');
}

/** Renders a stored notice in the language of its recipient. */
export function renderNotice(language: Language, row: NoticeRow) {
  const { title, content } = templates[row.kind](language, row);
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
