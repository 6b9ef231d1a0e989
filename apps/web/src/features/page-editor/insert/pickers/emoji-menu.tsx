import { useEffect } from 'react';
import { useLanguage, useText } from '../../../../shared/i18n/texts.tsx';
import { HighlightedText } from '../../../../shared/palette/highlighted-text.tsx';
import { KeyHint, OptionMenu, type MenuFrame } from '../menu/option-menu.tsx';
import styles from '../menu/option-menu.module.css';
import { useActiveOption } from '../menu/use-active-option.ts';
import { replaceMark } from '../replace-mark.ts';
import { filterEmoji } from './emoji-list.ts';

export function EmojiMenu({ controller, view, session }: MenuFrame) {
  const { query } = session;
  const { t } = useText();
  const { language } = useLanguage();
  const found = filterEmoji(query);
  const isEnd = found.length === 0 && !view.composing;
  useEffect(() => {
    if (isEnd) controller.close();
  }, [controller, isEnd]);
  const options = found.map(({ character, en, zh }) => ({
    id: character,
    content: (
      <>
        <span className={styles.character}>{character}</span>
        <span className={styles.text}>
          <HighlightedText text={(language === 'zh-cn' ? zh : en)[0] ?? ''} word={query} />
        </span>
      </>
    ),
    run: () => replaceMark(view, session, character),
  }));
  const groups = options.length > 0 ? [{ label: t('insert.emoji'), options }] : [];
  const active = useActiveOption(groups, query);
  return (
    <OptionMenu
      controller={controller}
      view={view}
      session={session}
      label={t('insert.emoji')}
      variant="emoji"
      groups={groups}
      active={active}
      foot={
        <>
          <KeyHint keys={['↵']}>{t('insert.keyInsert')}</KeyHint>
          <KeyHint keys={['Esc']}>{t('insert.keyText')}</KeyHint>
        </>
      }
    />
  );
}
