import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import type { LinkTarget, PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../shared/device/copy-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { pageHref } from '../model/urls.ts';
import type { OverlayProps } from '../model/overlay.ts';
import { breadcrumbTo } from '../model/menu.ts';
import styles from './info-drawer.module.css';
import { Modal } from '../../shared/ui/modal.tsx';
import { useUncachedCall } from '../../shared/api/use-uncached-call.ts';
import { charactersIn, wordsIn } from './text-length.ts';

/** Information about a page: location, authors, access and the pages that link to it. */
export function InfoDrawer({ item, page, onClose }: OverlayProps) {
  const { t } = useText();
  const page_id = page?.page_id ?? 0;
  const info = useUncachedCall(calls.page.info, { page_id });
  const backlinks = useUncachedCall(calls.page.backlinks, { page_id });
  const history = useUncachedCall(calls.page.history, { page_id, content: false });
  return (
    <Modal variant="drawer" title={t('reader.pageInfo')} onClose={onClose}>
      {info.state === 'waiting' && <Skeleton inset shape="rows" />}
      {info.state === 'failed' && <LoadError error={info.error} onRetry={info.retry} />}
      {info.state === 'here' && (
        <>
          <PageSection item={item} page={info.data} />
          <PeopleSection
            page={info.data}
            versions={history.state === 'here' ? history.data : undefined}
          />
          <SharingSection item={item} page={info.data} />
          {backlinks.state === 'here' && backlinks.data.total > 0 && (
            <BacklinksSection item={item} {...backlinks.data} onOpen={onClose} />
          )}
        </>
      )}
    </Modal>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function PageSection({ item, page }: { item: ItemInfo; page: PageInfo }) {
  const { t } = useText();
  const [isCopied, setCopied] = useState(false);
  const address = new URL(pageHref(item, page.page_id), location.origin);
  const breadcrumb = breadcrumbTo(item.menu, page.cat_id)?.map(({ cat_name }) => cat_name) ?? [];
  return (
    <Section title={t('reader.infoPage')}>
      <Fact name={t('reader.infoTitle')}>{page.page_title}</Fact>
      <Fact name={t('reader.catalog')}>{breadcrumb.join(' / ') || t('reader.root')}</Fact>
      <Fact name={t('reader.infoNumber')}>{page.page_id}</Fact>
      <Fact name={t('reader.infoAddress')}>
        <span className={styles.line}>
          <span className={styles.address}>{address.host + address.pathname}</span>
          <IconButton
            label={isCopied ? t('shell.copied') : t('reader.copyAddress')}
            onClick={(event) => void copyText(address.href, event.currentTarget).then(setCopied)}
          >
            {isCopied ? <Check /> : <Copy />}
          </IconButton>
        </span>
      </Fact>
      <Fact name={t('reader.infoLength')}>
        {t('reader.lengthText', {
          words: wordsIn(page.page_content),
          characters: charactersIn(page.page_content),
        })}
      </Fact>
    </Section>
  );
}

function PeopleSection({
  page,
  versions,
}: {
  page: PageInfo;
  versions: PageVersion[] | undefined;
}) {
  const { t } = useText();
  const editors = [
    ...new Set([page.author_username, ...(versions ?? []).map((row) => row.author_username)]),
  ];
  const count = { people: editors.length, versions: (versions?.length ?? 0) + 1 };
  return (
    <Section title={t('reader.infoPeople')}>
      <Fact name={t('reader.infoCreated')}>
        <Time value={page.page_addtime} />
      </Fact>
      <Fact name={t('reader.infoEdited')}>
        <span className={styles.line}>
          <Avatar small username={page.author_username} />
          {page.author_username}
        </span>
        <span className={styles.when}>
          <Time value={page.addtime} />
        </span>
      </Fact>
      {versions && (
        <Fact name={t('reader.infoEditors')}>
          <span className={styles.line}>
            <span className={styles.faces}>
              {editors.slice(0, 5).map((name) => (
                <Avatar key={name} small username={name} />
              ))}
            </span>
            {t('reader.editorsText', count)}
          </span>
        </Fact>
      )}
    </Section>
  );
}

function SharingSection({ item, page }: { item: ItemInfo; page: PageInfo }) {
  const { t } = useText();
  return (
    <Section title={t('reader.infoSharing')}>
      <Fact name={t('reader.infoReaders')}>
        {item.is_private === 1 ? t('reader.readersPrivate') : t('reader.readersPublic')}
      </Fact>
      {page.unique_key !== undefined && (
        <Fact name={t('reader.infoSingle')}>
          {page.unique_key ? <Tag kind="ok">{t('reader.on')}</Tag> : <Tag>{t('reader.off')}</Tag>}
        </Fact>
      )}
      <Fact name={t('reader.infoAttachments')}>
        {t('reader.files', { count: page.attachment_count })}
      </Fact>
    </Section>
  );
}

interface BacklinksProps {
  readonly item: ItemInfo;
  readonly total: number;
  readonly pages: readonly LinkTarget[];
  readonly onOpen: () => void;
}

function BacklinksSection({ item, total, pages, onOpen }: BacklinksProps) {
  const { t } = useText();
  return (
    <section className={styles.section}>
      <h3>{t('reader.linkedFrom')}</h3>
      <ul className={styles.pages}>
        {pages.map((page) => (
          <li key={page.page_id}>
            <a href={backlinkHref(item, page)} onClick={onOpen}>
              {page.method && <Method name={page.method} />}
              {page.page_title}
            </a>
            <span className={styles.when}>{placeOf(item, page)}</span>
          </li>
        ))}
        {total > pages.length && (
          <li className={styles.when}>
            {t('reader.linkedFromMore', { count: total - pages.length })}
          </li>
        )}
      </ul>
    </section>
  );
}

function backlinkHref(item: ItemInfo, { item_id, page_id }: LinkTarget): string {
  return item_id === item.item_id ? pageHref(item, page_id) : paths.page.href({ page_id });
}

/** The catalog, and the item if it is another one. */
function placeOf(item: ItemInfo, { item_id, item_name, cat_path }: LinkTarget): string {
  const parts = item_id === item.item_id ? [cat_path] : [item_name, cat_path];
  return parts.filter((part) => part !== '').join(' / ');
}
