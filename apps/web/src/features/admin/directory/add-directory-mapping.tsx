import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { AddMapping } from './add-mapping.tsx';
import { groupName } from './directory-draft.ts';
import type { AddMappingDialog } from './group-mappings.tsx';

/** Searches the groups in the directory. */
export function AddDirectoryMapping({ onAdd, ...dialog }: AddMappingDialog) {
  const { t } = useText();
  const [word, setWord] = useState('');
  const groups = useCall(
    calls.adminDirectory.listGroups,
    { word },
    { silent: true, placeholderData: keepPreviousData },
  );
  return (
    <AddMapping
      {...dialog}
      onAdd={(mapping) => onAdd({ ...mapping, group_name: groupName(mapping.group) })}
      groupLabel={t('adminDirectory.group')}
      groups={{
        found: (groups.data ?? []).map(({ group_dn }) => ({
          group: group_dn,
          group_name: group_dn,
          people: null,
        })),
        loading: groups.isFetching,
        error: groups.error,
      }}
      onGroupWord={setWord}
    />
  );
}
