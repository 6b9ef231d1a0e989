import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';

interface Home {
  readonly home_page: 1 | 2 | 3;
  readonly home_item: string;
}

/** The picker offers the newest thousand. */
const MOST_ITEMS = 1000;

export function HomeFields({
  home,
  onHome,
}: {
  home: Home;
  onHome: (home: Partial<Home>) => void;
}) {
  const { t } = useText();
  return (
    <>
      <div>
        <Segmented
          label={t('adminSetting.homePage')}
          value={String(home.home_page)}
          onValue={(value) => onHome({ home_page: Number(value) as 1 | 2 | 3 })}
          options={[
            { value: '1', label: t('adminSetting.homeFull') },
            { value: '2', label: t('adminSetting.homeLogin') },
            { value: '3', label: t('adminSetting.homeItem') },
          ]}
        />
      </div>
      {home.home_page === 3 && (
        <HomeItem value={home.home_item} onValue={(home_item) => onHome({ home_item })} />
      )}
    </>
  );
}

function HomeItem({ value, onValue }: { value: string; onValue: (item: string) => void }) {
  const { t } = useText();
  const { data, isFetching } = useCall(calls.adminItem.getList, { count: MOST_ITEMS });
  const items = data?.items ?? [];
  const chosen = items.find(
    ({ item_id, item_domain }) => String(item_id) === value || item_domain === value,
  );
  return (
    <Field label={t('adminSetting.homeItemLabel')}>
      <SelectInput
        options={items.map(({ item_id, item_name }) => ({ value: item_id, name: item_name }))}
        value={chosen?.item_id}
        onValue={(item_id) => onValue(String(item_id))}
        placeholder={t('adminSetting.homeItemPick')}
        none={t('adminSetting.homeItemNone')}
        loading={isFetching}
      />
    </Field>
  );
}
