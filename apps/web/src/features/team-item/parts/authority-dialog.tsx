import { Check } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { AuthorityTable } from '../../../shared/people/authority-table.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { TeamItem } from './team-item-table.tsx';
import styles from './authority-dialog.module.css';

const WIDTH = 760;

interface AuthorityDialogProps {
  item: TeamItem;
  teamId: number;
  teamName: string;
  onClosed: () => void;
}

export function AuthorityDialog({ item, teamId, teamName, onClosed }: AuthorityDialogProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const [saved, setSaved] = useState(false);
  const close = () => setClosed(true);
  return (
    <Dialog
      open={!isClosed}
      title={t('team.authority')}
      width={WIDTH}
      initialFocus="button"
      onCancel={close}
      onClosed={onClosed}
    >
      <p className={styles.help}>
        {t('team.authorityOf', { item: item.item_name, team: teamName })}
      </p>
      <div className={`${styles.body} ${styles.scroll}`}>
        <AuthorityTable
          label={t('team.authority')}
          itemId={item.item_id}
          teamId={teamId}
          head={t('member.member')}
          onSaved={() => setSaved(true)}
        />
      </div>
      <div className={styles.note}>
        <Note kind={item.creator === 1 ? 'info' : 'warning'}>
          {item.creator === 1 ? t('team.authorityTip') : t('team.othersItem')}
        </Note>
      </div>
      <div className={styles.footer}>
        <output>
          {saved && (
            <span className={styles.saved}>
              <Check />
              {t('member.saved')}
            </span>
          )}
        </output>
        <Button onClick={close}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}
