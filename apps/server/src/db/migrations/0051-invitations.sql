-- Invitations that were not accepted yet, by mail or as a link that several people can use.
create table invitation (
  invitation_id bigint generated always as identity primary key,
  -- The administrator who invites. A deleted administrator's links must not create accounts.
  uid bigint not null references "user" on delete cascade,
  -- Empty for a link.
  email text not null default '',
  name text not null default '',
  -- The imported account that the person logs in to; null if the person creates one.
  account_uid bigint unique references "user" on delete cascade,
  groupid smallint not null check (groupid in (2, 3)),
  language text not null check (language in ('zh-cn', 'en')),
  days int not null,
  max_uses int not null default 1,
  uses int not null default 0,
  -- The SHA-256 of the token in the link; null until the mail is sent.
  token_hash bytea unique,
  addtime timestamptz not null default now(),
  sent_time timestamptz,
  expire_time timestamptz not null,
  check (uses <= max_uses)
);
create unique index invitation_email on invitation (lower(email)) where email <> '';
create index invitation_uid on invitation (uid);
create index invitation_expire on invitation (expire_time);

-- Addresses that are not verified, for invitations and imports of people who have an account.
create index user_unverified_email on "user" (lower(email)) where email <> '' and email_verify = 0;
