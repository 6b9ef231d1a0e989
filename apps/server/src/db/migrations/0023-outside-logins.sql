-- Who an account is elsewhere: by an id that stays when names change there.
create table outside_login (
  kind text not null check (kind in ('ldap', 'oauth2', 'integration')),
  outside_id text not null,
  uid bigint not null references "user" on delete cascade,
  addtime timestamptz not null default now(),
  primary key (kind, outside_id)
);
create index outside_login_uid on outside_login (uid);
