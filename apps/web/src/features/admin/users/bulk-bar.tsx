import type { BulkAction } from '@octavo/contract/admin.entities';
import {
  Ban,
  CircleCheck,
  Eye,
  LogOut,
  MoreHorizontal,
  Shield,
  User,
  UsersRound,
  X,
} from 'lucide-react';
import { useEffect } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Menu, MenuEntry, MenuLine } from '../../../shared/ui/menu.tsx';
import styles from './users.module.css';

const ROLE_ACTIONS = [
  ['makeAdministrator', <Shield key="icon" />],
  ['makeAuditor', <Eye key="icon" />],
  ['makeUser', <User key="icon" />],
] as const;

const STATE_ACTIONS = [
  ['addToTeam', <UsersRound key="icon" />],
  ['endSessions', <LogOut key="icon" />],
  ['enable', <CircleCheck key="icon" />],
  ['disable', <Ban key="icon" />],
] as const;

interface BulkBarProps {
  count: number;
  /** Selects all matches; absent if they are selected already. */
  more: { readonly label: string; readonly working: boolean; readonly run: () => void } | undefined;
  onAct: (action: BulkAction) => void;
  onClear: () => void;
}

/** The actions for the selected users, at the foot of the window. Esc clears the selection. */
export function BulkBar({ count, more, onAct, onClear }: BulkBarProps) {
  const { t } = useText();
  const isPhone = useMedia('(max-width: 760px)');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Esc closes an open menu or dialog first.
      const isOther = document.querySelector('[role="dialog"], [role="menu"], dialog[open]');
      if (event.key === 'Escape' && !event.defaultPrevented && !isOther) onClear();
    };
    // Capturing, because a menu is closed already when the event bubbles.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [onClear]);
  const entries = (actions: typeof ROLE_ACTIONS | typeof STATE_ACTIONS) =>
    actions.map(([action, icon]) => (
      <MenuEntry
        key={action}
        label={t(`adminUserList.${action}`)}
        icon={icon}
        onRun={() => onAct(action)}
      />
    ));
  return (
    <>
      <div className={styles.room} />
      <section className={styles.bar} aria-label={t('adminUserList.bulkActions')}>
        <output>{t('adminUserList.selected', { count })}</output>
        {isPhone ? (
          <Menu
            width={260}
            opener={
              <IconButton label={t('adminUserList.bulkActions')}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            {more && <MenuEntry label={more.label} icon={<CircleCheck />} onRun={more.run} />}
            {more && <MenuLine />}
            {entries(ROLE_ACTIONS)}
            <MenuLine />
            {entries(STATE_ACTIONS)}
          </Menu>
        ) : (
          <>
            {more && (
              <Button variant="quiet" size="small" loading={more.working} onClick={more.run}>
                {more.label}
              </Button>
            )}
            <Menu
              width={240}
              opener={
                <Button variant="quiet" size="small" icon={<Shield />}>
                  {t('adminUserList.changeRole')}
                </Button>
              }
            >
              {entries(ROLE_ACTIONS)}
            </Menu>
            {STATE_ACTIONS.map(([action, icon]) => (
              <Button
                key={action}
                variant={action === 'disable' ? 'quietDanger' : 'quiet'}
                size="small"
                icon={icon}
                onClick={() => onAct(action)}
              >
                {t(`adminUserList.${action}`)}
              </Button>
            ))}
          </>
        )}
        <IconButton label={t('adminUserList.clearSelection')} onClick={onClear}>
          <X />
        </IconButton>
      </section>
    </>
  );
}
