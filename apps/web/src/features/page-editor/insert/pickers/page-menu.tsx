import { calls } from '@octavo/contract';
import type { LinkTarget } from '@octavo/contract/page.entities';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { keepPreviousData } from '@tanstack/react-query';
import { CornerDownLeft, FilePlus, FileText, Hash, Table } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { HighlightedText } from '../../../../shared/palette/highlighted-text.tsx';
import { Method } from '../../../../shared/ui/method.tsx';
import type { InsertMenuProps } from '../insert-menu-props.ts';
import { KeyHint, OptionMenu, type MenuFrame, type MenuGroup } from '../menu/option-menu.tsx';
import styles from '../menu/option-menu.module.css';
import { useActiveOption } from '../menu/use-active-option.ts';
import { replaceMark } from '../replace-mark.ts';
import { pageLink } from './page-link.ts';
import { useDelayed } from './use-delayed.ts';
import { useNewPage } from './use-new-page.ts';

/** The page that was highlighted when `#` was typed behind a query. */
interface ChosenPage {
  readonly page: LinkTarget;
  readonly query: string;
}

/** Links to a page or to one of its headings, or to a new page. */
export function PageMenu(props: InsertMenuProps & MenuFrame) {
  const { controller, view, session, item_id } = props;
  const { query } = session;
  const { t } = useText();
  const keyword = useDelayed(query.trim());
  const { data, isError, isPlaceholderData } = useCall(
    calls.page.suggest,
    { item_id, keyword },
    { silent: true, placeholderData: keepPreviousData },
  );
  const isBusy = !isError && (!data || isPlaceholderData || keyword !== query.trim());
  // The results of the previous query are shown as far as they match.
  const pages = isBusy ? data?.filter(({ page_title }) => includes(page_title, query)) : data;
  const [chosen, setChosen] = useState<ChosenPage>();
  const page = chosen && query.startsWith(`${chosen.query}#`) ? chosen.page : undefined;
  const headingGroup = useHeadingGroup(props, page, query.slice((chosen?.query.length ?? 0) + 1));
  const pageGroups = usePageGroups(props, pages ?? [], isBusy);
  // A `#` may also belong to the title of a page.
  const isHeading = headingGroup !== undefined && headingGroup.options.length > 0;
  const groups = isHeading ? [headingGroup] : pageGroups;
  const active = useActiveOption(groups, query);

  const previous = useRef({ query, page: undefined as LinkTarget | undefined });
  const activePage = pages?.find(({ page_id }) => String(page_id) === active.id);
  useEffect(() => {
    const { query: before, page: highlighted } = previous.current;
    if (query === `${before}#` && highlighted) setChosen({ page: highlighted, query: before });
    previous.current = { query, page: isHeading ? undefined : activePage };
  }, [query, activePage, isHeading]);

  const isEmpty = groups.every(({ options }) => options.length === 0);
  const note = isBusy ? t('insert.searching') : t('insert.noPage');
  return (
    <OptionMenu
      controller={controller}
      view={view}
      session={session}
      label={t('insert.pages')}
      variant="pages"
      groups={groups}
      active={active}
      isBusy={isBusy}
      note={isError ? t('insert.searchFailed') : isEmpty ? note : undefined}
      foot={
        <>
          <KeyHint keys={['↵']}>{t('insert.keyLink')}</KeyHint>
          {!isHeading && <KeyHint keys={['#']}>{t('insert.keyHeading')}</KeyHint>}
          <KeyHint keys={['Esc']}>{t('insert.keyText')}</KeyHint>
        </>
      }
    />
  );
}

/** The pages that match, first those of this item, and a row that makes a new page. */
function usePageGroups(
  props: InsertMenuProps & MenuFrame,
  pages: readonly LinkTarget[],
  isBusy: boolean,
) {
  const { view, session, item_id, page_id, cat_id } = props;
  const { t } = useText();
  const word = session.query.trim();
  const createPage = useNewPage(props);
  const { data: catalogs } = useCall(calls.catalog.catListName, { item_id }, { silent: true });
  const catalog = catalogs?.find((one) => one.cat_id === cat_id)?.cat_name;
  const toOption = (page: LinkTarget) => ({
    id: String(page.page_id),
    content: (
      <>
        <span className={styles.sign}>
          {page.method ? (
            <Method name={page.method} />
          ) : page.page_type === SHEET_PAGE ? (
            <Table />
          ) : (
            <FileText />
          )}
        </span>
        <span className={styles.text}>
          <HighlightedText text={page.page_title} word={word} />
          <span className={styles.detail}>{pathOf(page, item_id) || t('catalog.root')}</span>
        </span>
        <CornerDownLeft className={styles.enter} />
      </>
    ),
    run: () => replaceMark(view, session, pageLink(page.page_id, page.page_title)),
  });
  const newPage = {
    id: 'new',
    // A page of this title may exist.
    isDisabled: isBusy,
    content: (
      <>
        <span className={styles.sign}>
          <FilePlus />
        </span>
        <span className={styles.text}>
          {catalog
            ? t('insert.newPageIn', { title: word, catalog })
            : t('insert.newPage', { title: word })}
        </span>
        <CornerDownLeft className={styles.enter} />
      </>
    ),
    run: () => createPage(word),
  };
  const isTitle = word !== '' && word.length <= MAX_PAGE_TITLE_LENGTH;
  // The page being edited was viewed last, but a link to itself is rarely meant.
  const inItem = pages
    .filter((page) => page.item_id === item_id)
    .toSorted((a, b) => Number(a.page_id === page_id) - Number(b.page_id === page_id));
  const elsewhere = pages.filter((page) => page.item_id !== item_id);
  const groups: MenuGroup[] = [
    { label: t('insert.thisItem'), options: inItem.map(toOption) },
    { label: t('insert.otherItems'), options: elsewhere.map(toOption) },
    { label: t('insert.newPageGroup'), options: isTitle ? [newPage] : [], isLast: true },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const includes = (title: string, query: string) =>
  title.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());

const pathOf = ({ item_id, item_name, cat_path }: LinkTarget, ownItem: number) =>
  [...(item_id === ownItem ? [] : [item_name]), ...(cat_path ? [cat_path] : [])].join(' / ');

/** The headings of a page that match; undefined until they are loaded. */
function useHeadingGroup(
  { view, session }: MenuFrame,
  page: LinkTarget | undefined,
  query: string,
): MenuGroup | undefined {
  const { t } = useText();
  const { data: headings } = useCall(
    calls.page.headings,
    { page_id: page?.page_id ?? 0 },
    { silent: true, enabled: page !== undefined },
  );
  if (!page || !headings) return undefined;
  const word = query.trim().toLocaleLowerCase();
  return {
    label: t('insert.headingsOf', { title: page.page_title }),
    options: headings
      .filter(({ text }) => text.toLocaleLowerCase().includes(word))
      .map((heading) => ({
        id: `heading-${heading.id}`,
        content: (
          <>
            <span className={styles.sign}>
              <Hash />
            </span>
            <span className={styles.text} style={{ paddingLeft: indent(heading.level) }}>
              <HighlightedText text={heading.text} word={word} />
            </span>
            <CornerDownLeft className={styles.enter} />
          </>
        ),
        run: () => replaceMark(view, session, pageLink(page.page_id, page.page_title, heading)),
      })),
  };
}

const INDENT = 14;
/** Headings of the second level are the first ones below the title of a page. */
const indent = (level: number) => Math.max(level - 2, 0) * INDENT;
