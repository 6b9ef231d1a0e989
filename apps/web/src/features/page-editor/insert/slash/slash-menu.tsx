import { useEffect } from 'react';
import { useLanguage, useText } from '../../../../shared/i18n/texts.tsx';
import { PICTURE_TYPES } from '../../attachments/file-buttons.tsx';
import { uploadFiles } from '../../attachments/upload-files.ts';
import { isInTable } from '../../source/syntax.ts';
import type { InsertMenuProps } from '../insert-menu-props.ts';
import { KeyHint, OptionMenu, type MenuFrame, type MenuGroup } from '../menu/option-menu.tsx';
import styles from '../menu/option-menu.module.css';
import { useActiveOption } from '../menu/use-active-option.ts';
import { openOtherMenu, runCommand } from '../replace-mark.ts';
import { insertText } from './block-commands.ts';
import { chooseFiles } from './choose-files.ts';
import { filterEntries } from './filter-entries.ts';
import { slashGroups, type EntryAction, type SlashEntry } from './slash-entries.ts';

/** A query of this length that matches nothing is text. */
const CLOSE_LENGTH = 3;

const keepText = () => false;

export function SlashMenu(props: InsertMenuProps & MenuFrame) {
  const { controller, view, session, uploads, onTool } = props;
  const { query } = session;
  const { t } = useText();
  const { language } = useLanguage();
  const isInline = isInTable(view.state, session.from);
  const matches = filterEntries(query, isInline);
  const isEnd = matches.length === 0 && query.length >= CLOSE_LENGTH && !view.composing;
  useEffect(() => {
    if (isEnd) controller.close();
  }, [controller, isEnd]);

  function run(action: EntryAction) {
    if ('command' in action) return runCommand(view, session, action.command);
    if ('text' in action) return runCommand(view, session, insertText(action.text(language)));
    if ('menu' in action) return openOtherMenu(view, session, action.menu);
    runCommand(view, session, keepText);
    if ('tool' in action) return onTool(action.tool);
    const accept = action.files === 'pictures' ? PICTURE_TYPES : '';
    chooseFiles(accept, (files) => uploadFiles(view, files, uploads));
  }

  const toOption = (entry: SlashEntry) => ({
    id: entry.name,
    content: (
      <>
        <entry.icon />
        <span className={styles.text}>{t(`insert.${entry.name}`)}</span>
        {entry.mark && <span className={`${styles.written} mono`}>{entry.mark}</span>}
      </>
    ),
    run: () => run(entry.action),
  });
  const all = slashGroups.map(({ name, entries }) => ({
    label: t(`insert.${name}`),
    options: entries.filter((entry) => !isInline || entry.isInline).map(toOption),
  }));
  const found = [{ label: t('insert.matches'), options: matches.map(toOption) }];
  const groups: MenuGroup[] = (query === '' ? all : found).filter(
    ({ options }) => options.length > 0,
  );
  const active = useActiveOption(groups, query);
  const isTyped = session.start > session.from;
  return (
    <OptionMenu
      controller={controller}
      view={view}
      session={session}
      label={t('insert.title')}
      variant="slash"
      isWide={query === '' && !isInline}
      groups={groups}
      active={active}
      note={groups.length === 0 ? t('insert.noEntry') : undefined}
      foot={
        <>
          <KeyHint keys={['↑', '↓']}>{t('insert.keyMove')}</KeyHint>
          <KeyHint keys={['↵']}>{t('insert.keyInsert')}</KeyHint>
          <KeyHint keys={['Esc']}>{t(isTyped ? 'insert.keySlash' : 'insert.keyClose')}</KeyHint>
          {query === '' && (
            <span className={`${styles.hint} ${styles.last}`}>{t('insert.typeToFilter')}</span>
          )}
        </>
      }
    />
  );
}
