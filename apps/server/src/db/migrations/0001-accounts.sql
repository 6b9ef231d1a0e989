create table "user" (
  uid bigint generated always as identity primary key,
  username text not null,
  -- NFKC and case-folded: Bob, bob and ｂｏｂ are one name.
  username_key text not null unique,
  name text not null default '',
  email text not null default '',
  email_verify smallint not null default 0,
  email_sent_time timestamptz,
  groupid smallint not null default 2,
  -- null: no local password, the account comes from an outside login.
  password_hash text,
  password_time timestamptz not null default now(),
  language text,
  disabled_time timestamptz,
  reg_time timestamptz not null default now(),
  last_login_time timestamptz
);
-- Only a verified address is unique, can log in and can reset.
create unique index user_verified_email on "user" (lower(email)) where email_verify > 0;
create index user_name on "user" (lower(name));

create table device (
  device_id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  kind text not null check (kind in ('browser', 'token')),
  token_hash bytea not null unique,
  user_agent text not null default '',
  address text not null default '',
  addtime timestamptz not null default now(),
  last_used_time timestamptz not null default now()
);
create index device_uid on device (uid);

create table mail_link (
  mail_link_id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  email text not null,
  token_hash bytea not null unique,
  addtime timestamptz not null default now(),
  expire_time timestamptz not null
);
create index mail_link_uid on mail_link (uid, purpose);

create table setting (
  name text primary key,
  value jsonb not null
);

-- A picture's answer travels sealed in a cookie; what must be remembered is that it was guessed at.
create table spent_captcha (
  captcha_id uuid primary key,
  expire_time timestamptz not null
);
