import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { EDIT_GROUP, READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { useText } from '../../i18n/texts.tsx';
import { useCatalogOptions } from '../member-access-fields.tsx';

/** The right of a team or of one of its members in an item; `is_active` 0 is no access. */
export interface TeamRight {
  readonly member_group_id: number;
  readonly cat_id: number;
  readonly is_active: 0 | 1;
}

export type TeamMemberRight = CallResponse<Calls['teamItemMember']['getList']>[number];

/** The link between a team and an item, with the right of the team. */
export interface TeamLink extends TeamRight {
  readonly id: number;
  readonly team_id: number;
  readonly item_id: number;
}

/** What a select offers: the catalog is chosen separately. */
export type RightLevel = 'none' | 'read' | 'edit';

export function levelOf({ is_active, member_group_id }: TeamRight): RightLevel {
  if (is_active === 0) return 'none';
  return member_group_id === EDIT_GROUP ? 'edit' : 'read';
}

/** The right at this level. No access has no catalog. */
export function withLevel(right: TeamRight, level: RightLevel): TeamRight {
  if (level === 'none') return { member_group_id: READ_ONLY_GROUP, cat_id: 0, is_active: 0 };
  const cat_id = right.is_active === 1 ? right.cat_id : 0;
  return { member_group_id: level === 'edit' ? EDIT_GROUP : READ_ONLY_GROUP, cat_id, is_active: 1 };
}

export function isSameRight(one: TeamRight, other: TeamRight): boolean {
  return levelOf(one) === levelOf(other) && (one.is_active === 0 || one.cat_id === other.cat_id);
}

/** Whether the new right allows anything the old one did not. */
export function extendsRight(before: TeamRight, after: TeamRight): boolean {
  if (after.is_active === 0) return false;
  if (before.is_active === 0 || after.member_group_id > before.member_group_id) return true;
  return before.cat_id !== 0 && after.cat_id !== before.cat_id;
}

/** The names of levels and catalogs, and `rightText`, such as "Edit, all catalogs". */
export function useRightNames(itemId: number) {
  const { t } = useText();
  const catalogs = useCatalogOptions(itemId);
  const levels = { none: t('member.off'), read: t('member.readOnly'), edit: t('member.edit') };
  const catalogName = (catId: number) =>
    catalogs.find(({ value }) => value === catId)?.name ?? t('member.goneCatalog');
  const rightText = (right: TeamRight) => {
    const names = { right: levels[levelOf(right)], catalog: catalogName(right.cat_id) };
    if (right.is_active === 0) return names.right;
    return right.cat_id === 0 ? t('team.rightAll', names) : t('team.rightIn', names);
  };
  /** The options of a catalog select; a deleted catalog is listed if it is the current one. */
  const catalogsWith = (catId: number) =>
    catalogs.some(({ value }) => value === catId)
      ? catalogs
      : [...catalogs, { value: catId, name: catalogName(catId) }];
  return { levels, catalogsWith, rightText };
}

export type RightNames = ReturnType<typeof useRightNames>;
