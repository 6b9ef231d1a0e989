import type { Account } from '@octavo/contract/entities';
import { paths } from '@octavo/contract/paths';
import { ChevronDown, FilePen, LogOut, Paperclip, Settings } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../shared/i18n/texts.tsx';
import { Avatar } from '../shared/ui/avatar.tsx';
import { LanguageChoice } from '../shared/ui/language-switch.tsx';
import { ThemeChoice } from '../shared/ui/theme-switch.tsx';
import styles from './user-menu.module.css';

/** A native popover: it closes with Esc or a click outside and restores the focus. */
export function UserMenu({ account, onLogout }: { account: Account; onLogout: () => void }) {
  const { t } = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const name = account.name || account.username;
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <Avatar username={account.username} />
        <span className={styles.name}>{name}</span>
        <span className="visually-hidden">{t('shell.accountMenu')}</span>
        <ChevronDown className={styles.caret} />
      </button>
      <div id={id} ref={panel} popover="auto" className={styles.panel}>
        <div className={styles.person}>
          <b>{name}</b>
          {account.name && <span>{account.username}</span>}
        </div>
        <Link
          className={styles.entry}
          to={paths.userSetting.href()}
          onClick={() => panel.current?.hidePopover()}
        >
          <Settings />
          {t('shell.userSettings')}
        </Link>
        <Link
          className={styles.entry}
          to={paths.userDrafts.href()}
          onClick={() => panel.current?.hidePopover()}
        >
          <FilePen />
          {t('drafts.title')}
        </Link>
        <Link
          className={styles.entry}
          to={paths.attachments.href()}
          onClick={() => panel.current?.hidePopover()}
        >
          <Paperclip />
          {t('attachment.mine')}
        </Link>
        <div className={styles.choice}>
          <span>{t('shell.language')}</span>
          <LanguageChoice />
        </div>
        <div className={styles.choice}>
          <span>{t('shell.theme')}</span>
          <ThemeChoice />
        </div>
        <button type="button" className={`${styles.entry} ${styles.last}`} onClick={onLogout}>
          <LogOut />
          {t('shell.logOut')}
        </button>
      </div>
    </>
  );
}
