import { Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import settings from '../parts/settings.module.css';
import styles from './directory.module.css';
import { ROLES, roleText } from './run-texts.ts';

/** A mapping during editing; the names are only shown. */
export interface GroupMapping {
  /** The id of the group: a DN, or the id of a SCIM group. */
  readonly group: string;
  readonly group_name: string;
  /** 0: no team. */
  readonly team_id: number;
  readonly team_name: string;
  readonly groupid: number;
  /** Null until a sync has read the group. */
  readonly people: number | null;
}

export interface AddMappingDialog {
  isKnown: (mapping: GroupMapping) => boolean;
  onAdd: (mapping: GroupMapping) => void;
  onClosed: () => void;
}

interface GroupMappingsProps {
  mappings: readonly GroupMapping[];
  groupLabel: string;
  roles?: readonly (typeof ROLES)[number][];
  /** Absent for auditors. */
  edit?: {
    readonly onMappings: (mappings: readonly GroupMapping[]) => void;
    readonly renderAddDialog: (dialog: AddMappingDialog) => ReactNode;
  };
}

/** Which group of an identity source gives which team and role. */
export function GroupMappings({ mappings, groupLabel, roles = ROLES, edit }: GroupMappingsProps) {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  const replace = (at: number, ...next: GroupMapping[]) =>
    edit?.onMappings(mappings.toSpliced(at, 1, ...next));
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <div>
          <h2>{t('adminDirectory.mappings')}</h2>
          <p>{t('adminDirectory.mappingsHelp')}</p>
        </div>
        {edit && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            {t('adminDirectory.addMapping')}
          </Button>
        )}
      </div>
      {mappings.length === 0 ? (
        <p className={styles.quiet}>{t('adminDirectory.noMappings')}</p>
      ) : (
        <table
          className={`${settings.table} ${styles.mappings}`}
          aria-label={t('adminDirectory.mappings')}
        >
          <thead>
            <tr>
              <th>{groupLabel}</th>
              <th className={styles.number}>{t('adminDirectory.groupPeople')}</th>
              <th>{t('adminDirectory.team')}</th>
              <th>{t('adminDirectory.role')}</th>
              {edit && (
                <th>
                  <span className="visually-hidden">{t('team.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {mappings.map((mapping, at) => {
              const { group, group_name: name, team_id, team_name, people, groupid } = mapping;
              return (
                <tr key={`${group} ${team_id}`}>
                  <td className="mono" title={group}>
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
                    {edit ? (
                      <SelectInput
                        label={`${t('adminDirectory.role')}: ${name}`}
                        value={groupid}
                        onValue={(next) => replace(at, { ...mapping, groupid: next })}
                        options={roles.map((role) => ({ value: role.groupid, name: t(role.text) }))}
                      />
                    ) : (
                      t(roleText(groupid))
                    )}
                  </td>
                  {edit && (
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
      {isAdding &&
        edit?.renderAddDialog({
          isKnown: ({ group, team_id }) =>
            mappings.some((each) => each.group === group && each.team_id === team_id),
          onAdd: (mapping) => edit.onMappings([...mappings, mapping]),
          onClosed: () => setAdding(false),
        })}
    </section>
  );
}
