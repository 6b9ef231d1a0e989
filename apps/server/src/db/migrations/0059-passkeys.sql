-- Passkeys of users (Web Authentication).
create table passkey (
  id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  -- Chosen by the authenticator.
  credential_id bytea not null unique,
  -- In COSE, as the authenticator sent it.
  public_key bytea not null,
  -- The same random value for all passkeys of a user; browsers return it instead of a username.
  user_handle bytea not null,
  -- Increases with each use, or is always 0. A smaller value means that the passkey was copied.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  addtime timestamptz not null default now(),
  last_used_time timestamptz
);
create index passkey_uid on passkey (uid, id);

alter table device drop constraint device_second_factor_check;
alter table device add constraint device_second_factor_check
  check (second_factor in ('totp', 'recovery', 'passkey', 'provider'));
