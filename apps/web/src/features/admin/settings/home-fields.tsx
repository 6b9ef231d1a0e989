import { calls } from '@octavo/contract';
import type { HomePage } from '@octavo/contract/entities';
import { ITEM_HOME, LANDING_HOME, LOGIN_HOME } from '@octavo/contract/home-page';
import { MAX_LISTED_ITEMS } from '@octavo/contract/limits';
import { useCall } from '../../../shared/api/use-call.ts';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';

interface Home {
  readonly home_page: HomePage;
  readonly home_item: string;
}

export function HomeFields({
  home,
  fieldErrors,
  onHome,
}: {
  home: Home;
  fieldErrors: Pick<FieldErrors<'home_item'>, 'get'>;
  onHome: (home: Partial<Home>) => void;
}) {
  const { t } = useText();
  return (
    <>
      <ChoiceField
        label={t('adminSetting.homePage')}
        value={String(home.home_page)}
        onValue={(value) => onHome({ home_page: Number(value) as HomePage })}
        options={[
          { value: String(LANDING_HOME), label: t('adminSetting.homeFull') },
          { value: String(LOGIN_HOME), label: t('adminSetting.homeLogin') },
          { value: String(ITEM_HOME), label: t('adminSetting.homeItem') },
        ]}
      />
      {home.home_page === ITEM_HOME && (
        <HomeItem
          value={home.home_item}
          error={fieldErrors.get('home_item')}
          onValue={(home_item) => onHome({ home_item })}
        />
      )}
    </>
  );
}

interface HomeItemProps {
  value: string;
  error: string | undefined;
  onValue: (item: string) => void;
}

function HomeItem({ value, error, onValue }: HomeItemProps) {
  const { t } = useText();
  // The select offers the newest items only.
  const { data, isFetching } = useCall(calls.adminItem.getList, { count: MAX_LISTED_ITEMS });
  const items = data?.items ?? [];
  const chosen = items.find(
    // Most items have an empty `item_domain`, which must not match an empty value.
    ({ item_id, item_domain }) =>
      String(item_id) === value || (item_domain !== '' && item_domain === value),
  );
  return (
    <Field label={t('adminSetting.homeItemLabel')} error={error}>
      <SelectInput
        options={items.map(({ item_id, item_name }) => ({ value: item_id, name: item_name }))}
        value={chosen?.item_id}
        onValue={(item_id) => onValue(String(item_id))}
        placeholder={t('adminSetting.homeItemPick')}
        emptyText={t('adminSetting.homeItemNone')}
        loading={isFetching}
      />
    </Field>
  );
}
