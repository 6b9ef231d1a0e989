import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { ChevronDown, History } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { formatExactTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { positionPopover } from '../../../shared/ui/position-popover.ts';
import styles from './other-versions.module.css';

const WIDTH = 320;

/** The other versions that the page can be compared with. */
export function OtherVersions({ version: { page_id, page_history_id } }: { version: PageVersion }) {
  const { t } = useText();
  const { language } = useLanguage();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { data: versions } = useCall(calls.page.history, { page_id, content: false });
  if (!versions || versions.length < 2) return null;
  return (
    <>
      <Button ref={opener} size="small" icon={<History />} popoverTarget={id}>
        {t('diff.otherVersions')}
        <ChevronDown className={styles.caret} />
      </Button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        style={{ width: WIDTH }}
        onToggle={({ newState }) => {
          if (newState === 'open' && opener.current && panel.current)
            positionPopover(opener.current, panel.current, WIDTH);
        }}
      >
        {versions.map((other) => (
          <Link
            key={other.page_history_id}
            replace
            className={styles.version}
            to={paths.diffPage.href({ page_id, page_history_id: other.page_history_id })}
            aria-current={other.page_history_id === page_history_id || undefined}
            onClick={() => panel.current?.hidePopover()}
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
          </Link>
        ))}
      </div>
    </>
  );
}
