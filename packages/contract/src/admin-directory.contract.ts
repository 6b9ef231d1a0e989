import { z } from 'zod';
import { admin, auditor } from './access.ts';
import {
  directoryConfig,
  directoryRun,
  directoryRunDetail,
  gonePolicy,
  runError,
  syncSchedule,
} from './admin-directory.entities.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { ATTRIBUTE_PATTERN } from './patterns.ts';
import {
  DIRECTORY_RANGES,
  MAX_DIRECTORY_MAPPINGS,
  MAX_DN_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FILTER_LENGTH,
} from './setting-limits.ts';
import { emptyObject, flag, id, idOrZero, integer, json, line, numeric } from './wire.ts';

const filter = line(MAX_FILTER_LENGTH);

function inRange(name: keyof typeof DIRECTORY_RANGES) {
  const { min, max } = DIRECTORY_RANGES[name];
  return integer(min, max);
}

/** Absent fields leave the stored values unchanged. */
const directoryForm = z
  .strictObject({
    user_filter: filter,
    mail_field: line(MAX_FIELD_NAME_LENGTH).refine(
      (value) => value === '' || ATTRIBUTE_PATTERN.test(value),
    ),
    group_filter: filter,
    group_base_dn: line(MAX_DN_LENGTH),
    create_accounts: flag,
    gone_policy: gonePolicy,
    gone_checks: inRange('gone_checks'),
    schedule: syncSchedule,
    schedule_hours: inRange('schedule_hours'),
    schedule_minute: inRange('schedule_minute'),
  })
  .partial();

const mapping = z.strictObject({
  group_dn: line(MAX_DN_LENGTH).refine((value) => value !== ''),
  team_id: idOrZero,
  groupid: numeric(z.literal([1, 2, 3])),
});

export const loadConfig = defineCall({
  path: '/api/adminDirectory/loadConfig',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get the settings of the directory sync, its mappings, the last and the next run.',
  request: z.object({}),
  response: directoryConfig,
});

export const saveConfig = defineCall({
  path: '/api/adminDirectory/saveConfig',
  kind: 'command',
  audit: [
    'directory_form.user_filter',
    'directory_form.mail_field',
    'directory_form.group_filter',
    'directory_form.group_base_dn',
    'directory_form.create_accounts',
    'directory_form.gone_policy',
    'directory_form.gone_checks',
    'directory_form.schedule',
    'directory_form.schedule_hours',
    'directory_form.schedule_minute',
  ],
  access: admin,
  scope: 'admin',
  summary:
    'Save who of the directory may log in, which groups give teams and roles, and the schedule. `mappings` replaces all of them.',
  reauth: 'recent',
  request: z.strictObject({
    directory_form: json(directoryForm).optional(),
    mappings: json(z.array(mapping).max(MAX_DIRECTORY_MAPPINGS)).optional(),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const countMatches = defineCall({
  path: '/api/adminDirectory/countMatches',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Count the people and groups of the directory that match these filters.',
  limit: { per: 'user', times: 200, seconds: 600 },
  request: z.object({
    user_filter: filter,
    group_filter: filter,
    group_base_dn: line(MAX_DN_LENGTH),
  }),
  response: z.object({
    people: z.int(),
    groups: z.int(),
    /** There are more people or groups than were counted. */
    is_limited: z.boolean(),
    error: runError,
    milliseconds: z.int(),
  }),
});

const word = line(100).default('');

export const listGroups = defineCall({
  path: '/api/adminDirectory/listGroups',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Search the groups of the directory by name.',
  limit: { per: 'user', times: 200, seconds: 600 },
  request: z.object({ word }),
  response: z.array(z.object({ group_dn: z.string(), people: z.int() })),
});

export const listTeams = defineCall({
  path: '/api/adminDirectory/listTeams',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Search all teams by name, to map a group to one or to add users to it.',
  request: z.object({ word }),
  response: z.array(z.object({ id: z.int(), team_name: z.string(), owner: z.string() })),
});

export const start = defineCall({
  path: '/api/adminDirectory/start',
  kind: 'command',
  audit: ['is_preview', 'confirmed_run_id'],
  access: admin,
  scope: 'admin',
  summary:
    'Start a sync with the directory, or a preview of one. `confirmed_run_id` allows as many disabled accounts as the stopped run would have disabled.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({ is_preview: flag, confirmed_run_id: id.optional() }),
  response: z.object({ run_id: z.int() }),
});

export const getRuns = defineCall({
  path: '/api/adminDirectory/getRuns',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the last syncs with the directory, newest first, without previews.',
  request: z.object({}),
  response: z.array(directoryRun),
});

export const getRun = defineCall({
  path: '/api/adminDirectory/getRun',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get a sync or a preview with the names of the accounts it concerns.',
  request: z.object({ run_id: id }),
  response: directoryRunDetail,
});
