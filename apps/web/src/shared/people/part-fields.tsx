import { calls } from '@octavo/contract';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SelectInput } from '../ui/select-input.tsx';

/** The rights of a member in an item: edit or read, in one first-level catalog or in all (0). */
export interface Part {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** "All catalogs" and each first-level catalog; a deleted catalog is still listed if it is the current value. */
export function useCatalogOptions(itemId: number, present = 0) {
  const { t } = useText();
  const { data = [] } = useCall(calls.catalog.catListGroup, { item_id: itemId });
  const known = data.map(({ cat_id, cat_name }) => ({ value: cat_id, name: cat_name }));
  const gone = present !== 0 && !known.some(({ value }) => value === present);
  return [
    { value: 0, name: t('member.allCatalogs') },
    ...known,
    ...(gone ? [{ value: present, name: t('member.goneCatalog') }] : []),
  ];
}

interface PartFieldsProps {
  itemId: number;
  part: Part;
  onPart: (part: Part) => void;
}

export function PartFields({ itemId, part, onPart }: PartFieldsProps) {
  const { t } = useText();
  const options = useCatalogOptions(itemId, part.cat_id);
  return (
    <>
      <div>
        <Segmented
          label={t('member.authority')}
          value={part.member_group_id === 1 ? 'edit' : 'read'}
          onValue={(value) => onPart({ ...part, member_group_id: value === 'edit' ? 1 : 0 })}
          options={[
            { value: 'read', label: t('member.readOnly') },
            { value: 'edit', label: t('member.edit') },
          ]}
        />
      </div>
      <Field label={t('member.catalog')}>
        <SelectInput
          options={options}
          value={part.cat_id}
          onValue={(cat_id) => onPart({ ...part, cat_id })}
        />
      </Field>
    </>
  );
}
