import type { Account } from '@octavo/contract/entities';
import { mayReadConsole } from '@octavo/contract/user-group';
import { paths } from '@octavo/contract/paths';
import { LogOut, Paperclip, Shield, Users } from 'lucide-react';
import { useText } from '../shared/i18n/texts.tsx';
import { BrandLink } from '../shared/site/brand-link.tsx';
import { IconButton, IconLink } from '../shared/ui/icon-button.tsx';
import { FeedbackButton, NoticesLink } from './notice-buttons.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

export function TopBar(props: { account: Account | null; onLogout: () => Promise<void> }) {
  const { t } = useText();
  const onLogout = () => void props.onLogout();
  return (
    <header className={styles.bar}>
      <BrandLink to={paths.myItems.href()} />
      <PaletteButton />
      {props.account && (
        <nav className={styles.nav} aria-label={t('shell.account')}>
          <span className={styles.wide}>
            <FeedbackButton />
          </span>
          <IconLink label={t('team.title')} to={paths.teams.href()}>
            <Users />
          </IconLink>
          {mayReadConsole(props.account.groupid) && (
            <IconLink label={t('admin.title')} to={paths.admin.href()}>
              <Shield />
            </IconLink>
          )}
          <span className={styles.wide}>
            <IconLink label={t('attachment.mine')} to={paths.attachments.href()}>
              <Paperclip />
            </IconLink>
          </span>
          <NoticesLink uid={props.account.uid} />
          <UserMenu account={props.account} onLogout={onLogout} />
          <span className={styles.wide}>
            <IconButton label={t('shell.logOut')} onClick={onLogout}>
              <LogOut />
            </IconButton>
          </span>
        </nav>
      )}
    </header>
  );
}
