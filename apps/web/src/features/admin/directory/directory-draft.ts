import type { DirectoryConfig } from '@octavo/contract/admin-directory.entities';
import type { GroupMapping } from './group-mappings.tsx';

/** The settings of the form; the schedule has a card of its own. */
export interface DirectoryDraft {
  readonly directory_form: {
    readonly user_filter: string;
    readonly mail_field: string;
    readonly group_filter: string;
    readonly group_base_dn: string;
    readonly create_accounts: boolean;
    readonly gone_policy: 'once' | 'checks' | 'report';
    readonly gone_checks: string;
  };
  /** As JSON text, because the mappings are saved as a whole. */
  readonly mappings: string;
}

export type DraftForm = DirectoryDraft['directory_form'];

export const parseMappings = (text: string) => JSON.parse(text) as readonly GroupMapping[];

export function toDirectoryDraft({ directory_form, mappings }: DirectoryConfig): DirectoryDraft {
  const { user_filter, mail_field, group_filter, group_base_dn, gone_policy } = directory_form;
  return {
    directory_form: {
      user_filter,
      mail_field,
      group_filter,
      group_base_dn,
      gone_policy,
      create_accounts: directory_form.create_accounts === 1,
      gone_checks: String(directory_form.gone_checks),
    },
    mappings: JSON.stringify(mappings.map(toGroupMapping)),
  };
}

/** The first part of a DN, without its name: `platform` of `cn=platform,ou=groups`. */
export const groupName = (dn: string): string => dn.split(/(?<!\\),/, 1)[0] ?? dn;

export const toGroupMapping = ({
  group_dn,
  team_id,
  team_name,
  groupid,
  people,
}: DirectoryConfig['mappings'][number]): GroupMapping => ({
  group: group_dn,
  group_name: groupName(group_dn),
  team_id,
  team_name,
  groupid,
  people,
});
