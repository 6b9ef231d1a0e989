import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { useFieldControl } from '../ui/field.tsx';
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
  return { users: data, loading: isFetching, setTyped };
}

function optionOf(person: UserOption) {
  return {
    value: person.username,
    title: personLabel(person),
    label: (
      <span className={styles.option}>
        <Avatar small username={person.username} />
        {personLabel(person)}
      </span>
    ),
  };
}

interface PeopleSelectProps {
  except: { except_item_id?: number; except_team_id?: number };
  value: readonly string[];
  onValue: (usernames: string[]) => void;
}

/** Selects several users by a part of their username or name. */
export function PeopleSelect({ except, value, onValue }: PeopleSelectProps) {
  const { t } = useText();
  const { users, loading, setTyped } = useUserSearch(except);
  return (
    <Select<string[]>
      {...useFieldControl()}
      mode="multiple"
      className={styles.select ?? ''}
      value={[...value]}
      onChange={onValue}
      loading={loading}
      suffixIcon={<ChevronDown />}
      optionLabelProp="title"
      showSearch={{ filterOption: false, onSearch: setTyped, autoClearSearchValue: true }}
      notFoundContent={<span className={styles.none}>{t('member.noUsersFound')}</span>}
      options={users.map(optionOf)}
    />
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
    <Select<string>
      {...useFieldControl()}
      {...(value !== undefined && { value })}
      className={styles.select ?? ''}
      onChange={onValue}
      loading={loading}
      suffixIcon={<ChevronDown />}
      placeholder={t('member.pickPerson')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={<span className={styles.none}>{t('member.noUsersFound')}</span>}
      options={users.map(optionOf)}
    />
  );
}
