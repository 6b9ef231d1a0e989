import { REGULAR_ITEM, SINGLE_PAGE_ITEM, TABLE_ITEM } from '@octavo/contract/item-type';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { PageIcon, RegularIcon, TableIcon } from './type-icons.tsx';

const types = [REGULAR_ITEM, SINGLE_PAGE_ITEM, TABLE_ITEM] as const;
export type ItemType = (typeof types)[number];

const typeOptions = {
  [REGULAR_ITEM]: { label: 'item.regular', help: 'addItem.regularHelp', picture: <RegularIcon /> },
  [SINGLE_PAGE_ITEM]: {
    label: 'item.singlePage',
    help: 'addItem.singlePageHelp',
    picture: <PageIcon />,
  },
  [TABLE_ITEM]: { label: 'item.table', help: 'addItem.tableHelp', picture: <TableIcon /> },
} as const;

export function TypeChoice(props: { value: ItemType; onType: (type: ItemType) => void }) {
  const { t } = useText();
  return (
    <ChoiceCards<`${ItemType}`>
      label={t('addItem.type')}
      choices={types.map((type) => ({
        value: `${type}`,
        label: t(typeOptions[type].label),
        help: t(typeOptions[type].help),
        picture: typeOptions[type].picture,
      }))}
      value={`${props.value}`}
      onValue={(value) => props.onType(types.find((type) => `${type}` === value) ?? REGULAR_ITEM)}
    />
  );
}
