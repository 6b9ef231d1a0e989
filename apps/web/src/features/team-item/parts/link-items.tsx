import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemPicker, type ItemIds } from '../../../shared/items/item-picker.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { TeamItem } from './team-item-table.tsx';
import styles from './link-items.module.css';

const WIDTH = 500;

interface LinkItemsProps {
  teamId: number;
  teamName: string;
  linked: readonly TeamItem[];
  onClosed: () => void;
}

export function LinkItems({ teamId, teamName, linked, onClosed }: LinkItemsProps) {
  const { t, rich } = useText();
  const { data = [] } = useCall(calls.item.myList, { original: true });
  const [chosen, setChosen] = useState<ItemIds>(new Set());
  const fieldErrors = useFieldErrors({ items: chosen.size === 0 && t('team.pickItems') });
  const save = useFormCommand(calls.teamItem.save, {
    refresh: [calls.teamItem.getListByTeam, calls.teamItem.getList, calls.team.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.linked', { team: teamName }) }),
  });
  const linkedIds = new Set(linked.map(({ item_id }) => item_id));
  const free = data.filter(({ item_id, is_archived }) => !linkedIds.has(item_id) && !is_archived);
  const problem = fieldErrors.get('items');
  return (
    <FormDialog
      width={WIDTH}
      title={t('team.link')}
      help={t('team.linkHelp', { team: teamName })}
      submit={t('team.link')}
      fieldErrors={fieldErrors}
      changed={chosen.size > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ team_id: teamId, item_id: [...chosen] })}
      onClosed={onClosed}
    >
      <ItemPicker
        items={free}
        label={t('team.items')}
        filterLabel={t('team.filter')}
        emptyText={t('team.allLinked')}
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
