import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { CornerDownLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { HighlightedText } from '../../../../shared/palette/highlighted-text.tsx';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import type { InsertMenuProps } from '../insert-menu-props.ts';
import { KeyHint, OptionMenu, type MenuFrame } from '../menu/option-menu.tsx';
import styles from '../menu/option-menu.module.css';
import { useActiveOption } from '../menu/use-active-option.ts';
import { replaceMark } from '../replace-mark.ts';
import { useDelayed } from './use-delayed.ts';

/** A query of this length that matches no one is text. */
const CLOSE_LENGTH = 3;

/** Mentions a member of the item. The server sends the notices when the page is saved. */
export function PersonMenu(props: InsertMenuProps & MenuFrame) {
  const { controller, view, session, item_id, cat_id } = props;
  const { query } = session;
  const { t } = useText();
  const keyword = useDelayed(query);
  const { data, isError, isPlaceholderData } = useCall(
    calls.member.mentionable,
    { item_id, cat_id, keyword },
    { silent: true, placeholderData: keepPreviousData },
  );
  const isBusy = !isError && (!data || isPlaceholderData || keyword !== query);
  const word = query.toLocaleLowerCase();
  // The results of the previous query are shown as far as they match.
  const people = isBusy
    ? data?.filter(({ name, username }) => `${name} ${username}`.toLocaleLowerCase().includes(word))
    : data;
  const isEnd = !isBusy && !people?.length && query.length >= CLOSE_LENGTH && !view.composing;
  useEffect(() => {
    if (isEnd) controller.close();
  }, [controller, isEnd]);

  const optionsFor = (canView: boolean) =>
    (people ?? [])
      .filter(({ can_view }) => can_view === canView)
      .map(({ username, name }) => ({
        id: username,
        isDisabled: !canView,
        content: (
          <>
            <span className={styles.avatar}>
              <Avatar username={username} />
            </span>
            <span className={styles.text}>
              <HighlightedText text={name || username} word={query} />
              <span className={styles.detail}>
                {canView ? name && username : t('insert.noNotice', { username })}
              </span>
            </span>
            {canView && <CornerDownLeft className={styles.enter} />}
          </>
        ),
        run: () => replaceMark(view, session, `@${username} `),
      }));
  const groups = [
    { label: t('insert.members'), options: optionsFor(true) },
    { label: t('insert.cannotSee'), options: optionsFor(false) },
  ].filter(({ options }) => options.length > 0);
  const active = useActiveOption(groups, query);
  return (
    <OptionMenu
      controller={controller}
      view={view}
      session={session}
      label={t('insert.people')}
      variant="people"
      groups={groups}
      active={active}
      isBusy={isBusy}
      note={groups.length === 0 ? t(isBusy ? 'insert.searching' : 'insert.noPerson') : undefined}
      foot={
        <>
          <KeyHint keys={['↵']}>{t('insert.keyMention')}</KeyHint>
          <span>{t('insert.noticeOnSave')}</span>
        </>
      }
    />
  );
}
