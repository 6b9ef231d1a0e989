-- Personal access tokens.
create table access_token (
  id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  name text not null,
  -- The first characters of the token, for lists and the audit log.
  prefix text not null,
  -- The SHA-256 of the token.
  token_hash bytea not null unique,
  scopes text[] not null
    check (scopes <@ array['read', 'write', 'import', 'export', 'admin'] and cardinality(scopes) > 0),
  -- Null: all items of the user. Ids of deleted items stay, so that such a token never becomes unlimited.
  item_ids bigint[] check (item_ids is null or not scopes @> array['admin']),
  addtime timestamptz not null default now(),
  expire_time timestamptz not null,
  -- When the notice of its end was written; null before.
  warned_time timestamptz,
  last_used_time timestamptz,
  last_address text not null default ''
);
create index access_token_uid on access_token (uid, id);
create index access_token_expire on access_token (expire_time);
