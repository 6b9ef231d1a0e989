import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { PickItems, type ItemIds } from '../../../shared/items/pick-items.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { TeamItem } from '../team-item.ts';
import styles from './bind-items.module.css';

const WIDTH = 500;

interface BindItemsProps {
  teamId: number;
  teamName: string;
  bound: readonly TeamItem[];
  onClosed: () => void;
}

export function BindItems({ teamId, teamName, bound, onClosed }: BindItemsProps) {
  const { t, rich } = useText();
  const { data = [] } = useCall(calls.item.myList, { original: true });
  const [chosen, setChosen] = useState<ItemIds>(new Set());
  const problems = useProblems({ items: chosen.size === 0 && t('team.pickItems') });
  const save = useFormCommand(calls.teamItem.save, {
    refresh: [calls.teamItem.getListByTeam, calls.teamItem.getList, calls.team.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.bound', { team: teamName }) }),
  });
  const taken = new Set(bound.map(({ item_id }) => item_id));
  const free = data.filter(({ item_id, is_archived }) => !taken.has(item_id) && !is_archived);
  const problem = problems.of('items');
  return (
    <FormDialog
      width={WIDTH}
      title={t('team.bind')}
      help={t('team.bindHelp', { team: teamName })}
      submit={t('team.bind')}
      problems={problems}
      changed={chosen.size > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ team_id: teamId, item_id: [...chosen] })}
      onClosed={onClosed}
    >
      <PickItems
        items={free}
        label={t('team.items')}
        filterLabel={t('team.filter')}
        none={t('team.allBound')}
        chosen={chosen}
        onChosen={setChosen}
      />
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : (
        <p className={styles.help}>
          {rich('team.onlyOwn', {
            link: <Link to={paths.addItem.href()}>{t('team.createItem')}</Link>,
          })}
        </p>
      )}
    </FormDialog>
  );
}
