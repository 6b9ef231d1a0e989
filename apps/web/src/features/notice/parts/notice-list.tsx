import { calls } from '@octavo/contract';
import type { Notice, NoticeKind } from '@octavo/contract/notice.entities';
import type { TextKey } from '@octavo/texts/translate';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { NoticePicture } from '../../../shared/notices/notice-picture.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { DeleteNotice } from './delete-notice.tsx';
import styles from './notice-list.module.css';

/** Expands a notice in place and marks it as read. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const [opened, setOpened] = useState<number>();
  const [deleting, setDeleting] = useState<Notice>();
  const setRead = useCommand(calls.notice.setRead, { refresh: [calls.notice.getList] });
  const toggle = ({ notice_id, is_read }: Notice) => {
    setOpened(opened === notice_id ? undefined : notice_id);
    if (!is_read) setRead.mutate({ notice_id });
  };
  return (
    <>
      <ul className={styles.list}>
        {notices.map((notice) => (
          <NoticeRow
            key={notice.notice_id}
            notice={notice}
            isOpen={notice.notice_id === opened}
            onToggle={() => toggle(notice)}
            onDelete={() => setDeleting(notice)}
          />
        ))}
      </ul>
      {deleting && <DeleteNotice notice={deleting} onClosed={() => setDeleting(undefined)} />}
    </>
  );
}

interface NoticeRowProps {
  notice: Notice;
  isOpen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

function NoticeRow({ notice, isOpen, onToggle, onDelete }: NoticeRowProps) {
  const { t } = useText();
  return (
    <li className={`${styles.row} ${isOpen ? styles.open : ''}`}>
      {notice.is_read ? (
        <span className={styles.noDot} />
      ) : (
        <span className={styles.dot}>
          <span className="visually-hidden">{t('notice.unreadMark')}</span>
        </span>
      )}
      <span className={styles.picture}>
        <NoticePicture notice={notice} />
      </span>
      <div className={styles.words}>
        <h2 className={notice.is_read ? undefined : styles.unread}>
          <button type="button" className={styles.title} aria-expanded={isOpen} onClick={onToggle}>
            {notice.notice_title}
          </button>
        </h2>
        <p className={styles.sender}>
          {t('notice.sender', { name: notice.from_name })}
          <Time value={notice.notice_time} />
        </p>
        {isOpen && (
          <div className={styles.content}>
            <p>{notice.notice_content}</p>
            {notice.href && <OpenLink notice={notice} />}
          </div>
        )}
      </div>
      <span className={styles.caret} aria-hidden="true">
        {isOpen ? <ChevronUp /> : <ChevronDown />}
      </span>
      <IconButton
        danger
        label={t('notice.delete', { notice: notice.notice_title })}
        onClick={onDelete}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}

const OPEN: Partial<Record<NoticeKind, TextKey>> = {
  pageChanged: 'notice.openPage',
  mentioned: 'notice.openPage',
  teamAdded: 'shell.myItems',
  tokenEnding: 'shell.userSettings',
  teamMembersAdded: 'notice.openTeam',
  teamTransferred: 'notice.openTeam',
};

function OpenLink({ notice: { kind, href } }: { notice: Notice }) {
  const { t } = useText();
  return (
    <ButtonLink size="small" to={href}>
      {t((OPEN[kind] ?? 'notice.openItem') as 'notice.openItem')}
    </ButtonLink>
  );
}
