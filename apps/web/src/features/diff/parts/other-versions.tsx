import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { ChevronDown, History } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { formatExactTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Menu, MenuLink } from '../../../shared/ui/menu.tsx';
import styles from './other-versions.module.css';

const WIDTH = 320;

/** The other versions that the page can be compared with. */
export function OtherVersions({ version: { page_id, page_history_id } }: { version: PageVersion }) {
  const { t } = useText();
  const { language } = useLanguage();
  const { data: versions } = useCall(calls.page.history, { page_id, content: false });
  if (!versions || versions.length < 2) return null;
  const opener = (
    <Button size="small" icon={<History />}>
      {t('diff.otherVersions')}
      <ChevronDown className={styles.caret} />
    </Button>
  );
  return (
    <Menu opener={opener} width={WIDTH}>
      {versions.map((other) => (
        <MenuLink
          key={other.page_history_id}
          to={paths.diffPage.href({ page_id, page_history_id: other.page_history_id })}
          isCurrent={other.page_history_id === page_history_id}
        >
          <time dateTime={other.addtime}>{formatExactTime(other.addtime, language)}</time>
          <small>
            {other.page_comments
              ? t('diff.commented', {
                  author: other.author_username,
                  comment: other.page_comments,
                })
              : other.author_username}
          </small>
        </MenuLink>
      ))}
    </Menu>
  );
}
