-- The state of an identity in the LDAP directory.
alter table outside_login
  -- The syncs in a row that did not find the person, and the first of them.
  add column gone_count int not null default 0,
  add column gone_time timestamptz,
  -- Equals the time in "user" while the account is disabled because of a sync, and not because of an administrator.
  add column sync_disabled_time timestamptz,
  -- The role that a mapping has given, and the role of the account before; null if the role is not from a mapping.
  add column given_groupid smallint check (given_groupid in (1, 3)),
  add column own_groupid smallint check (own_groupid in (1, 2, 3));

-- 1: the member follows a directory group and leaves the team with it.
alter table team_member
  add column is_followed smallint not null default 0 check (is_followed in (0, 1));
create index team_member_followed on team_member (team_id, uid) where is_followed = 1;

-- Directory groups, with the team and the role of their members.
create table directory_mapping (
  mapping_id bigint generated always as identity primary key,
  group_dn text not null,
  -- Null: no team.
  team_id bigint references team on delete set null,
  groupid smallint not null check (groupid in (1, 2, 3)),
  -- The members in the last sync; null before the first one and if the directory has no such group.
  people int
);
create unique index directory_mapping_group on directory_mapping (lower(group_dn), coalesce(team_id, 0));
create index directory_mapping_team on directory_mapping (team_id);

-- Syncs with the directory, and previews of one.
create table directory_run (
  run_id bigint generated always as identity primary key,
  kind text not null check (kind in ('sync', 'preview')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'stopped', 'failed')),
  -- The administrator who started it; null for the schedule.
  uid bigint references "user" on delete set null,
  -- The number of accounts that an administrator has allowed this run to disable; null: up to a share of them.
  max_disabled int,
  addtime timestamptz not null default now(),
  -- The last sign of life of the process that runs it.
  beat_time timestamptz not null default now(),
  end_time timestamptz,
  error text not null default '',
  error_detail text not null default '',
  counts jsonb not null default '{}',
  report jsonb not null default '{}'
);
-- Only one at a time, in all processes.
create unique index directory_run_active on directory_run ((true)) where state in ('queued', 'running');
create index directory_run_uid on directory_run (uid);
