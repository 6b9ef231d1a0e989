-- Accounts that an identity provider maintains by SCIM. The id of such an identity is the SCIM id of the user.
alter table outside_login drop constraint outside_login_kind_check;
alter table outside_login add constraint outside_login_kind_check
  check (kind in ('ldap', 'oauth2', 'integration', 'scim'));
create unique index outside_login_one_of_kind on outside_login (uid, kind) where kind <> 'integration';

-- The SCIM users. A row ends with its identity.
create table scim_user (
  scim_id text primary key,
  kind text not null default 'scim' check (kind = 'scim'),
  -- The order of lists.
  position bigint generated always as identity unique,
  user_name text not null,
  user_name_key text not null unique,
  external_id text,
  -- All addresses in lower case, for filters.
  emails text[] not null default '{}',
  -- The other attributes, as they were sent.
  attributes jsonb not null default '{}',
  addtime timestamptz not null default now(),
  update_time timestamptz not null default now(),
  foreign key (kind, scim_id) references outside_login (kind, outside_id) on delete cascade
);
create index scim_user_external_id on scim_user (external_id);
create index scim_user_emails on scim_user using gin (emails);

create table scim_group (
  scim_group_id text primary key default gen_random_uuid()::text,
  position bigint generated always as identity unique,
  display_name text not null,
  external_id text,
  -- Increases with each change, also of the members.
  version int not null default 1,
  addtime timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create unique index scim_group_name on scim_group (lower(display_name));
create index scim_group_external_id on scim_group (external_id);

create table scim_member (
  scim_group_id text not null references scim_group on delete cascade,
  scim_id text not null references scim_user on delete cascade,
  primary key (scim_group_id, scim_id)
);
create index scim_member_user on scim_member (scim_id);

-- A mapping is of a group of the LDAP directory or of a SCIM group.
alter table directory_mapping
  alter column group_dn drop not null,
  add column scim_group_id text references scim_group on delete cascade,
  add constraint directory_mapping_one_group check ((group_dn is null) <> (scim_group_id is null));
create unique index directory_mapping_scim_group
  on directory_mapping (scim_group_id, coalesce(team_id, 0)) where scim_group_id is not null;

-- The tokens of identity providers.
create table scim_token (
  id bigint generated always as identity primary key,
  name text not null,
  -- The first characters of the token, for the list and the audit log.
  prefix text not null,
  -- The SHA-256 of the token.
  token_hash bytea not null unique,
  -- The administrator who created it.
  username text not null,
  addtime timestamptz not null default now(),
  last_used_time timestamptz,
  last_address text not null default ''
);

-- Accounts that a request could not link or change, for the administrator to decide.
create table scim_rejection (
  uid bigint not null references "user" on delete cascade,
  reason text not null check (reason in ('usernameTaken', 'emailTaken', 'administrator')),
  -- The SCIM user of the request.
  user_name text not null,
  -- An administrator has allowed the next request to link the account.
  is_allowed boolean not null default false,
  addtime timestamptz not null default now(),
  primary key (uid, reason)
);

drop index outside_login_one;
