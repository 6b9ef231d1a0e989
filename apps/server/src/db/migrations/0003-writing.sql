-- Who is editing a page. A row whose time has run out is nobody's.
create table page_lock (
  page_id bigint primary key references page on delete cascade,
  uid bigint not null references "user" on delete cascade,
  -- One editor of this person: a tab of a browser.
  lock_token text not null,
  addtime timestamptz not null default clock_timestamp(),
  expire_time timestamptz not null
);

-- Who would like to have the lock, and whether the holder said no.
create table page_lock_ask (
  page_id bigint not null references page_lock on delete cascade,
  uid bigint not null references "user" on delete cascade,
  addtime timestamptz not null default clock_timestamp(),
  refused_time timestamptz,
  primary key (page_id, uid)
);

create table template (
  id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  template_title text not null,
  template_content text compression lz4 not null,
  addtime timestamptz not null default now()
);
create index template_uid on template (uid);

-- One mock a page; path is looked up within the item.
create table mock (
  page_id bigint primary key references page on delete cascade,
  item_id bigint not null references item on delete cascade,
  uid bigint,
  unique_key text not null unique,
  template text compression lz4 not null,
  path text not null,
  view_times bigint not null default 0,
  addtime timestamptz not null default now(),
  last_update_time timestamptz not null default now()
);
create index mock_path on mock (item_id, path);

-- Private items whose owner lets their mocks answer by path.
create table mock_open (
  item_id bigint primary key references item on delete cascade
);
