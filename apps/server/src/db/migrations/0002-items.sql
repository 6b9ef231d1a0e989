create table item (
  item_id bigint generated always as identity primary key,
  item_name text not null,
  item_description text not null default '',
  item_domain text not null default '',
  item_type smallint not null default 1,
  -- The owner.
  uid bigint not null references "user",
  -- The visit password; null: the item is open.
  password_hash text,
  -- A visit pass names the version it was given for, so a new password ends all passes.
  password_version int not null default 0,
  is_archived smallint not null default 0,
  global_param jsonb not null default '{}',
  -- Counts changes of titles, places and order; content saves leave the row alone.
  tree_version bigint not null default 1,
  addtime timestamptz not null default now(),
  last_update_time timestamptz not null default now(),
  del_time timestamptz
);
create unique index item_domain on item (lower(item_domain))
  where item_domain <> '' and del_time is null;
create index item_uid on item (uid) where del_time is null;
create index item_deleted on item (del_time) where del_time is not null;

create table item_key (
  item_id bigint primary key references item on delete cascade,
  api_key_hash bytea not null unique,
  api_token_hash bytea not null,
  api_key_sealed text not null,
  api_token_sealed text not null,
  addtime timestamptz not null default now()
);

create table item_member (
  item_member_id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  uid bigint not null references "user" on delete cascade,
  -- 1 edit, 0 read-only.
  member_group_id smallint not null check (member_group_id in (0, 1)),
  -- One first-level catalog, or 0 for all.
  cat_id bigint not null default 0,
  addtime timestamptz not null default now(),
  unique (item_id, uid)
);
create index item_member_uid on item_member (uid);

-- A person's own order of items, apart for each group (0: all items).
create table item_order (
  uid bigint not null references "user" on delete cascade,
  item_group_id bigint not null,
  item_id bigint not null references item on delete cascade,
  s_number int not null,
  primary key (uid, item_group_id, item_id)
);
create index item_order_item on item_order (item_id);

create table item_group (
  id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  group_name text not null,
  item_ids bigint[] not null default '{}',
  s_number int not null default 99
);
create index item_group_uid on item_group (uid);

create table catalog (
  cat_id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  cat_name text not null,
  parent_cat_id bigint not null default 0,
  level smallint not null check (level between 1 and 3),
  -- The first-level catalog above, or itself: a member's limit is one comparison.
  top_cat_id bigint not null,
  s_number int not null default 99,
  addtime timestamptz not null default now()
);
create index catalog_item on catalog (item_id, parent_cat_id);

create table page (
  page_id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  cat_id bigint not null default 0,
  top_cat_id bigint not null default 0,
  s_number int not null default 99,
  page_title text not null,
  page_type smallint not null default 0,
  -- GET, POST … of an API document, for its label in the tree.
  method text not null default '',
  version int not null default 1,
  creator_uid bigint,
  author_uid bigint,
  author_username text not null,
  page_addtime timestamptz not null default now(),
  addtime timestamptz not null default now(),
  -- The comment on the present version; it goes into history with it.
  page_comments text not null default '',
  unique_key text unique,
  del_time timestamptz,
  del_by_username text not null default '',
  -- Where it was when it was deleted: `a / b / c`.
  old_place text not null default ''
);
-- Over deleted pages too: the purge of an item finds them by it.
create index page_menu on page (item_id, top_cat_id, cat_id);
create index page_deleted on page (del_time) where del_time is not null;
create index page_recycle on page (item_id, del_time) where del_time is not null;

-- Read by key only, so that menus and lists never touch a text.
create table page_body (
  page_id bigint primary key references page on delete cascade,
  item_id bigint not null,
  page_content text compression lz4 not null
);

-- Title and content, NFKC and lower-cased once: a search is then a plain strpos.
create table page_search (
  page_id bigint primary key references page on delete cascade,
  item_id bigint not null,
  version int not null,
  addtime timestamptz not null,
  title_lc text not null,
  body_lc text compression lz4 not null
);
create index page_search_item on page_search (item_id);

create table page_history (
  page_history_id bigint generated always as identity primary key,
  item_id bigint not null,
  page_id bigint not null references page on delete cascade,
  version int not null,
  page_title text not null,
  author_uid bigint,
  author_username text not null,
  addtime timestamptz not null,
  page_comments text not null default '',
  -- 0 full text, zstd; 1 zstd with the next newer kept version as dictionary.
  codec smallint not null,
  sha256 bytea not null,
  data bytea not null,
  unique (page_id, version)
);
alter table page_history alter column data set storage external;

-- The answer to a save, for a client that did not hear it.
create table page_request (
  uid bigint not null references "user" on delete cascade,
  request_id uuid not null,
  page_id bigint not null,
  version int not null,
  addtime timestamptz not null default now(),
  primary key (uid, request_id)
);
create index page_request_addtime on page_request (addtime);
