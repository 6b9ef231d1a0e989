import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasErrorName } from '../../../shared/api/use-form-command.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { DraftForm } from './directory-draft.ts';
import { runErrorText } from './run-texts.ts';

/** The count starts when the administrator pauses. */
const TYPING_PAUSE_MS = 500;

function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

/** How many people and groups match the filters as typed. */
export function useMatches({ user_filter, group_filter, group_base_dn }: DraftForm) {
  const typed = JSON.stringify({ user_filter, group_filter, group_base_dn });
  const input = usePaused(typed);
  const query = useCall(
    calls.adminDirectory.countMatches,
    JSON.parse(input) as Pick<DraftForm, 'user_filter' | 'group_filter' | 'group_base_dn'>,
    { silent: true, placeholderData: keepPreviousData },
  );
  const isCounting = input !== typed || query.isFetching;
  return { ...query, isCounting };
}

export type Matches = ReturnType<typeof useMatches>;

export function MatchCount({ matches }: { matches: Matches }) {
  const { t } = useText();
  const errorText = useErrorText();
  const { data, error, isCounting } = matches;
  const text = () => {
    if (isCounting) return t('adminDirectory.counting');
    if (hasErrorName(error, 'filterInvalid')) return t('adminDirectory.filterWrong');
    if (error) return errorText(error);
    if (!data) return '';
    const { people, groups, is_limited } = data;
    if (data.error !== '') return t(runErrorText(data.error));
    return t(is_limited ? 'adminDirectory.matchMany' : 'adminDirectory.match', {
      people: t('adminDirectory.and', {
        people: t('adminDirectory.people', { count: people }),
        groups: t('adminDirectory.groups', { count: groups }),
      }),
    });
  };
  return <output>{text()}</output>;
}
