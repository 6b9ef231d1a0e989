import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectInput } from '../../ui/select-input.tsx';
import { Person, personLabel } from '../person.tsx';
import { useShowMore } from '../use-show-more.tsx';
import {
  isSameRight,
  levelOf,
  withLevel,
  type RightLevel,
  type RightNames,
  type TeamLink,
  type TeamMemberRight,
  type TeamRight,
} from './team-right.ts';
import styles from './team-access.module.css';

const LEVELS: readonly RightLevel[] = ['edit', 'read', 'none'];

interface ExceptionsProps {
  label: string;
  link: TeamLink;
  exceptions: readonly TeamMemberRight[];
  followers: readonly TeamMemberRight[];
  /** A member whose exception has no right yet. */
  added: TeamMemberRight | undefined;
  names: RightNames;
  onAdd: (member: TeamMemberRight) => void;
  onRight: (member: TeamMemberRight, right: TeamRight) => void;
  onFollow: (member: TeamMemberRight) => void;
}

/** The members whose right differs from that of the team. */
export function Exceptions(props: ExceptionsProps) {
  const { link, exceptions, followers, added, names, onAdd, onRight, onFollow } = props;
  const { t } = useText();
  const section = useRef<HTMLElement>(null);
  // After the save the list has the member before `added` is cleared.
  const isSaved = exceptions.some(({ id }) => id === added?.id);
  const rows = added && !isSaved ? [...exceptions, added] : exceptions;
  const { shown, more } = useShowMore(rows);
  useEffect(() => {
    // The next step is to choose the right of the added member.
    if (added) section.current?.querySelector<HTMLElement>('tbody tr:last-child input')?.focus();
  }, [added]);
  const free = followers.filter(({ id }) => id !== added?.id);
  return (
    <section ref={section}>
      <div className={styles.head}>
        <h3>
          {t('team.exceptions')} <span className={styles.count}>{exceptions.length}</span>
        </h3>
        {free.length > 0 && (
          <div className={styles.add}>
            <SelectInput
              label={t('team.addException')}
              placeholder={t('team.addException')}
              value={undefined}
              onValue={(id) => {
                const member = free.find((each) => each.id === id);
                if (member) onAdd(member);
              }}
              options={free.map(({ id, member_username: username, name }) => ({
                value: id,
                name: personLabel({ username, name }),
              }))}
              emptyText={t('member.noUsersFound')}
            />
          </div>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('team.noExceptions')}</p>
      ) : (
        <div className={styles.table}>
          <DataTable
            label={props.label}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('member.member'),
                render: ({ member_username, name }) => (
                  <Person username={member_username} name={name} />
                ),
              },
              {
                label: t('member.authority'),
                width: 152,
                kind: 'field',
                render: (row) => (
                  <SelectInput
                    label={t('member.authorityOf', { username: row.member_username })}
                    placeholder={t('team.pickPermission')}
                    value={row === added ? undefined : levelOf(row)}
                    onValue={(level) => onRight(row, withLevel(row, level))}
                    options={LEVELS.map((value) => ({ value, name: names.levels[value] }))}
                  />
                ),
              },
              {
                label: t('member.catalog'),
                width: 184,
                kind: 'field',
                render: (row) =>
                  row === added || row.is_active === 0 ? (
                    <span className={styles.dash}>–</span>
                  ) : (
                    <SelectInput
                      label={t('member.catalogOf', { username: row.member_username })}
                      value={row.cat_id}
                      onValue={(cat_id) =>
                        onRight(row, { ...withLevel(row, levelOf(row)), cat_id })
                      }
                      options={names.catalogsWith(row.cat_id)}
                      emptyText={t('catalog.noneNamed')}
                    />
                  ),
              },
              {
                label: t('team.insteadOf'),
                width: 150,
                render: (row) => (
                  <span className={styles.instead}>
                    <span className={styles.phoneLabel}>{t('team.insteadOf')} </span>
                    {row !== added && isSameRight(link, row)
                      ? t('team.sameAsTeam')
                      : names.rightText(link)}
                  </span>
                ),
              },
              {
                label: t('team.actions'),
                width: 60,
                kind: 'actions',
                render: (row) => (
                  <IconButton
                    label={t('team.followAgain', { username: row.member_username })}
                    onClick={() => onFollow(row)}
                  >
                    <RotateCcw />
                  </IconButton>
                ),
              },
            ]}
          />
          {more}
        </div>
      )}
    </section>
  );
}
