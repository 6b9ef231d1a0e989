import { calls } from '@octavo/contract';
import { EDIT_GROUP, READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SelectInput } from '../ui/select-input.tsx';

/** The rights of a member in an item: edit or read, in one first-level catalog or in all (0). */
export interface MemberAccess {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** "All catalogs" and each first-level catalog; a deleted catalog is still listed if it is the current value. */
export function useCatalogOptions(itemId: number, currentCatId = 0) {
  const { t } = useText();
  const { data = [] } = useCall(calls.catalog.catListGroup, { item_id: itemId });
  const catalogs = data.map(({ cat_id, cat_name }) => ({ value: cat_id, name: cat_name }));
  const isDeleted = currentCatId !== 0 && !catalogs.some(({ value }) => value === currentCatId);
  return [
    { value: 0, name: t('member.allCatalogs') },
    ...catalogs,
    ...(isDeleted ? [{ value: currentCatId, name: t('member.goneCatalog') }] : []),
  ];
}

interface MemberAccessFieldsProps {
  itemId: number;
  access: MemberAccess;
  onAccess: (access: MemberAccess) => void;
}

export function MemberAccessFields({ itemId, access, onAccess }: MemberAccessFieldsProps) {
  const { t } = useText();
  const options = useCatalogOptions(itemId, access.cat_id);
  return (
    <>
      <div>
        <Segmented
          label={t('member.authority')}
          value={access.member_group_id === EDIT_GROUP ? 'edit' : 'read'}
          onValue={(value) =>
            onAccess({
              ...access,
              member_group_id: value === 'edit' ? EDIT_GROUP : READ_ONLY_GROUP,
            })
          }
          options={[
            { value: 'read', label: t('member.readOnly') },
            { value: 'edit', label: t('member.edit') },
          ]}
        />
      </div>
      <Field label={t('member.catalog')}>
        <SelectInput
          options={options}
          value={access.cat_id}
          onValue={(cat_id) => onAccess({ ...access, cat_id })}
        />
      </Field>
    </>
  );
}
