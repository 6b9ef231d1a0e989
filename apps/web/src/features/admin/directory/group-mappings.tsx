import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { AddMapping } from './add-mapping.tsx';
import { groupName, type DraftMapping } from './directory-draft.ts';
import styles from './directory.module.css';
import { ROLES, roleText } from './run-texts.ts';

interface GroupMappingsProps {
  mappings: readonly DraftMapping[];
  /** Absent for auditors. */
  onMappings?: (mappings: readonly DraftMapping[]) => void;
}

/** Which directory group gives which team and role. */
export function GroupMappings({ mappings, onMappings }: GroupMappingsProps) {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  const replace = (at: number, ...next: DraftMapping[]) =>
    onMappings?.(mappings.toSpliced(at, 1, ...next));
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <div>
          <h2>{t('adminDirectory.mappings')}</h2>
          <p>{t('adminDirectory.mappingsHelp')}</p>
        </div>
        {onMappings && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            {t('adminDirectory.addMapping')}
          </Button>
        )}
      </div>
      {mappings.length === 0 ? (
        <p className={styles.quiet}>{t('adminDirectory.noMappings')}</p>
      ) : (
        <table className={styles.mappings} aria-label={t('adminDirectory.mappings')}>
          <thead>
            <tr>
              <th>{t('adminDirectory.group')}</th>
              <th className={styles.number}>{t('adminDirectory.groupPeople')}</th>
              <th>{t('adminDirectory.team')}</th>
              <th>{t('adminDirectory.role')}</th>
              {onMappings && (
                <th>
                  <span className="visually-hidden">{t('team.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {mappings.map((mapping, at) => {
              const { group_dn, team_id, team_name, people, groupid } = mapping;
              const name = groupName(group_dn);
              return (
                <tr key={`${group_dn} ${team_id}`}>
                  <td className="mono" title={group_dn}>
                    {name}
                  </td>
                  <td className={styles.number} data-label={t('adminDirectory.groupPeople')}>
                    {people ?? (
                      <>
                        <span aria-hidden="true">–</span>
                        <span className="visually-hidden">{t('adminDirectory.groupUnread')}</span>
                      </>
                    )}
                  </td>
                  <td className={team_id === 0 ? styles.quiet : undefined}>
                    {team_id === 0 ? t('adminDirectory.noTeam') : team_name}
                  </td>
                  <td>
                    {onMappings ? (
                      <SelectInput
                        label={`${t('adminDirectory.role')}: ${name}`}
                        value={groupid}
                        onValue={(next) => replace(at, { ...mapping, groupid: next })}
                        options={ROLES.map((role) => ({ value: role.groupid, name: t(role.text) }))}
                      />
                    ) : (
                      t(roleText(groupid))
                    )}
                  </td>
                  {onMappings && (
                    <td>
                      <IconButton
                        label={t('adminDirectory.removeMapping', { group: name })}
                        onClick={() => replace(at)}
                      >
                        <X />
                      </IconButton>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {isAdding && onMappings && (
        <AddMapping
          isKnown={({ group_dn, team_id }) =>
            mappings.some((each) => each.group_dn === group_dn && each.team_id === team_id)
          }
          onAdd={(mapping) => onMappings([...mappings, mapping])}
          onClosed={() => setAdding(false)}
        />
      )}
    </section>
  );
}
