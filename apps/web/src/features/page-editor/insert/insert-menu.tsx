import { insert as en } from '@octavo/texts/en/insert';
import { insert as zhCn } from '@octavo/texts/zh-cn/insert';
import { useSyncExternalStore } from 'react';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import type { InsertMenuProps } from './insert-menu-props.ts';
import { EmojiMenu } from './pickers/emoji-menu.tsx';
import { PageMenu } from './pickers/page-menu.tsx';
import { PersonMenu } from './pickers/person-menu.tsx';
import { SlashMenu } from './slash/slash-menu.tsx';

const tables = { en: { insert: en }, 'zh-cn': { insert: zhCn } };
const menus = { slash: SlashMenu, page: PageMenu, person: PersonMenu, emoji: EmojiMenu };

/** The open menu with its texts. */
export function InsertMenu(props: InsertMenuProps) {
  const { controller } = props;
  const session = useSyncExternalStore(controller.subscribe, controller.session);
  if (!session) return null;
  const Menu = menus[session.kind];
  return (
    <AdditionalTexts tables={tables}>
      <Menu key={session.kind} {...props} session={session} />
    </AdditionalTexts>
  );
}
