import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { AddMapping } from '../directory/add-mapping.tsx';
import type { AddMappingDialog } from '../directory/group-mappings.tsx';
import { SCIM_ROLES } from './scim-draft.ts';

/** Searches the groups that the identity provider has sent. */
export function AddScimMapping(dialog: AddMappingDialog) {
  const { t } = useText();
  const [word, setWord] = useState('');
  const groups = useCall(
    calls.adminScim.listGroups,
    { word },
    { silent: true, placeholderData: keepPreviousData },
  );
  return (
    <AddMapping
      {...dialog}
      groupLabel={t('adminScim.group')}
      roles={SCIM_ROLES}
      groups={{
        found: (groups.data ?? []).map(({ scim_group_id, display_name, people }) => ({
          group: scim_group_id,
          group_name: display_name,
          people,
        })),
        loading: groups.isFetching,
        error: groups.error,
      }}
      onGroupWord={setWord}
    />
  );
}
