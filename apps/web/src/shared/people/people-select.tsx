import { Combobox } from '@base-ui/react/combobox';
import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { optionKeys, OptionList, SelectIcon, useComboboxControl } from '../ui/option-list.tsx';
import { SelectInput } from '../ui/select-input.tsx';
import selectStyles from '../ui/select-input.module.css';
import styles from './people.module.css';
import { personLabel } from './person.tsx';

interface UserOption {
  readonly username: string;
  readonly name: string;
}

/** Users who match the typed text; the server excludes existing members. */
function useUserSearch(except: { except_item_id?: number; except_team_id?: number }) {
  const [typed, setTyped] = useState('');
  const username = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useCall(
    calls.user.allUser,
    { username, ...except },
    { placeholderData: keepPreviousData },
  );
  return { users: data, loading: isFetching, typed, setTyped };
}

function PersonOption({ person }: { person: UserOption }) {
  return (
    <span className={styles.option}>
      <Avatar small username={person.username} />
      {personLabel(person)}
    </span>
  );
}

interface PeopleSelectProps {
  except: { except_item_id?: number; except_team_id?: number };
  onValue: (usernames: string[]) => void;
}

/** Selects several users by a part of their username or name. */
export function PeopleSelect({ except, onValue }: PeopleSelectProps) {
  const { t } = useText();
  const { users, loading, typed, setTyped } = useUserSearch(except);
  const [field, setField] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<UserOption[]>([]);
  return (
    <Combobox.Root
      multiple
      items={users}
      value={chosen}
      isItemEqualToValue={(one, other) => one.username === other.username}
      itemToStringLabel={personLabel}
      filter={null}
      autoHighlight
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={typed}
      onInputValueChange={setTyped}
      onValueChange={(people) => {
        setChosen(people);
        onValue(people.map(({ username }) => username));
      }}
    >
      <Combobox.InputGroup ref={setField} className={selectStyles.field}>
        <Combobox.Chips className={selectStyles.chips}>
          {chosen.map((person) => (
            <Combobox.Chip
              key={person.username}
              className={selectStyles.chip}
              aria-label={personLabel(person)}
            >
              {personLabel(person)}
              <Combobox.ChipRemove
                className={selectStyles.remove}
                aria-label={t('member.remove', person)}
              >
                <X size={12} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...useComboboxControl()}
            className={selectStyles.input}
            onKeyDown={optionKeys(isOpen, setOpen)}
          />
        </Combobox.Chips>
        <SelectIcon loading={loading} />
      </Combobox.InputGroup>
      <OptionList
        field={field}
        emptyText={t('member.noUsersFound')}
        render={(person: UserOption) => (
          <Combobox.Item key={person.username} className={selectStyles.option} value={person}>
            <PersonOption person={person} />
            <Combobox.ItemIndicator className={selectStyles.check}>
              <Check />
            </Combobox.ItemIndicator>
          </Combobox.Item>
        )}
      />
    </Combobox.Root>
  );
}

interface PersonSelectProps {
  value: string | undefined;
  onValue: (username: string) => void;
}

/** Selects one user. */
export function PersonSelect({ value, onValue }: PersonSelectProps) {
  const { t } = useText();
  const { users, loading, setTyped } = useUserSearch({});
  return (
    <SelectInput
      options={users.map((person) => ({
        value: person.username,
        name: personLabel(person),
        label: <PersonOption person={person} />,
      }))}
      value={value}
      onValue={onValue}
      onSearch={setTyped}
      placeholder={t('member.pickPerson')}
      emptyText={t('member.noUsersFound')}
      loading={loading}
    />
  );
}
