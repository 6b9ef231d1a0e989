-- The authenticator app of a user.
create table totp (
  uid bigint primary key references "user" on delete cascade,
  -- Encrypted; null until the user has confirmed it with a code.
  secret text,
  confirmed_time timestamptz,
  last_used_time timestamptz,
  -- The time step of the last accepted code: a code is accepted once.
  last_step bigint not null default 0,
  -- Encrypted; replaces the secret once a code confirms it.
  new_secret text,
  new_secret_time timestamptz,
  check ((secret is null) = (confirmed_time is null)),
  check ((new_secret is null) = (new_secret_time is null))
);

-- The codes for a user who has lost the other second factors.
create table recovery_code (
  uid bigint not null references "user" on delete cascade,
  code_hash bytea not null,
  used_time timestamptz,
  primary key (uid, code_hash)
);

-- Logins whose first step was successful and whose second factor is still missing.
create table pending_login (
  -- The SHA-256 of the token in a cookie of the browser.
  token_hash bytea primary key,
  uid bigint not null references "user" on delete cascade,
  with_token boolean not null,
  -- Codes tried so far.
  attempts int not null default 0,
  expire_time timestamptz not null
);
create index pending_login_uid on pending_login (uid);
create index pending_login_expire on pending_login (expire_time);

-- The second factor that the session has passed; `provider` is a login at the OAuth2 provider, which asks for its own.
alter table device add column second_factor text
  check (second_factor in ('totp', 'recovery', 'provider'));

-- The session that created the token was started at the OAuth2 provider.
alter table access_token add column by_provider boolean not null default false;
