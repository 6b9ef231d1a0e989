import { useText } from '../../i18n/texts.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectInput } from '../../ui/select-input.tsx';
import {
  extendsRight,
  isSameRight,
  levelOf,
  withLevel,
  type RightLevel,
  type RightNames,
  type TeamRight,
} from './team-right.ts';
import styles from './team-access.module.css';

const LEVELS: readonly RightLevel[] = ['none', 'read', 'edit'];

interface WholeTeamProps {
  right: TeamRight;
  /** The number of members. */
  count: number;
  names: RightNames;
  mayExtend: boolean;
  onRight: (right: TeamRight) => void;
}

/** The right of everyone without an exception. */
export function WholeTeam({ right: current, count, names, mayExtend, onRight }: WholeTeamProps) {
  const { t } = useText();
  const { member_group_id, cat_id, is_active } = current;
  const right = { member_group_id, cat_id, is_active };
  const isAllowed = (next: TeamRight) =>
    mayExtend || isSameRight(right, next) || !extendsRight(right, next);
  return (
    <section className={styles.whole} aria-label={t('team.everyone')}>
      <div className={styles.words}>
        <b>{t('team.everyone')}</b>
        <span>{t('team.everyoneCount', { count })}</span>
      </div>
      <Segmented
        label={t('team.everyonePermission')}
        value={levelOf(right)}
        onValue={(level) => onRight(withLevel(right, level))}
        options={LEVELS.map((value) => ({
          value,
          label: names.levels[value],
          disabledReason: isAllowed(withLevel(right, value)) ? undefined : t('team.onlyItemOwner'),
        }))}
      />
      {is_active === 1 && (
        <div className={styles.catalog}>
          <SelectInput
            label={t('team.everyoneCatalog')}
            value={cat_id}
            onValue={(next) => onRight({ ...right, cat_id: next })}
            options={names
              .catalogsWith(cat_id)
              .filter(({ value }) => isAllowed({ ...right, cat_id: value }))}
            emptyText={t('catalog.noneNamed')}
          />
        </div>
      )}
    </section>
  );
}
