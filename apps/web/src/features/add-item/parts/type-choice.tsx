import { useText } from '../../../shared/i18n/texts.tsx';
import { SINGLE_PAGE, TABLE } from '../../../shared/items/item-type.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { PageIcon, RegularIcon, TableIcon } from './type-icons.tsx';

const types = [1, SINGLE_PAGE, TABLE] as const;
export type ItemType = (typeof types)[number];

const typeOptions = {
  1: { label: 'item.regular', help: 'addItem.regularHelp', picture: <RegularIcon /> },
  2: { label: 'item.singlePage', help: 'addItem.singlePageHelp', picture: <PageIcon /> },
  4: { label: 'item.table', help: 'addItem.tableHelp', picture: <TableIcon /> },
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
      onValue={(value) => props.onType(types.find((type) => `${type}` === value) ?? 1)}
    />
  );
}
