import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
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
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const problems = useProblems({ items: chosen.length === 0 && t('team.pickItems') });
  const save = useFormCommand(calls.teamItem.save, {
    refresh: [calls.teamItem.getListByTeam, calls.teamItem.getList, calls.team.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.bound', { team: teamName }) }),
  });
  const taken = new Set(bound.map(({ item_id }) => item_id));
  const free = data.filter(({ item_id, is_archived }) => !taken.has(item_id) && !is_archived);
  const keyword = typed.trim().toLowerCase();
  const found = free.filter(({ item_name }) => item_name.toLowerCase().includes(keyword));
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const problem = problems.of('items');
  return (
    <FormDialog
      width={WIDTH}
      title={t('team.bind')}
      help={t('team.bindHelp', { team: teamName })}
      submit={t('team.bind')}
      problems={problems}
      changed={chosen.length > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ team_id: teamId, item_id: [...chosen] })}
      onClosed={onClosed}
    >
      <SearchInput label={t('team.filter')} value={typed} onText={setTyped} />
      <ul className={styles.list} aria-label={t('team.items')}>
        {found.map((item) => (
          <li key={item.item_id}>
            <label className={styles.row}>
              <Checkbox
                checked={chosen.includes(item.item_id)}
                onChecked={() => toggle(item.item_id)}
              />
              <ItemTile item={item} />
              <span className={styles.name}>{item.item_name}</span>
            </label>
          </li>
        ))}
        {found.length === 0 && (
          <li className={styles.none}>
            {free.length === 0 ? t('team.allBound') : t('team.noMatch', { keyword: typed.trim() })}
          </li>
        )}
      </ul>
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
