import { Check } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { TeamAccess } from '../../../shared/people/team-access/team-access.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { TeamItem } from './team-item-table.tsx';
import styles from './team-access-dialog.module.css';

const WIDTH = 800;

interface TeamAccessDialogProps {
  item: TeamItem;
  teamName: string;
  onClosed: () => void;
}

export function TeamAccessDialog({ item, teamName, onClosed }: TeamAccessDialogProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const [saved, setSaved] = useState('');
  const close = () => setClosed(true);
  const isOwner = item.creator === 1;
  return (
    <Dialog
      open={!isClosed}
      title={t('team.authority')}
      width={WIDTH}
      initialFocus="input:checked"
      onCancel={close}
      onClosed={onClosed}
    >
      <p className={styles.help}>
        {t('team.authorityOf', { item: item.item_name, team: teamName })}
      </p>
      <div className={styles.body}>
        <TeamAccess
          label={t('team.exceptionsIn', { item: item.item_name })}
          link={item}
          mayExtend={isOwner}
          onSaved={setSaved}
        />
        <Note kind={isOwner ? 'info' : 'warning'}>
          {isOwner ? t('team.authorityTip') : t('team.othersItem')}
        </Note>
      </div>
      <div className={styles.footer}>
        <output>
          {saved && (
            <span className={styles.saved}>
              <Check />
              {saved}
            </span>
          )}
        </output>
        <Button onClick={close}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}
