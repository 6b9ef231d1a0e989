-- The items and pages that a user has marked with a star. A page is stored without its item, because it may move.
create table favourite (
  favourite_id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  item_id bigint references item on delete cascade,
  page_id bigint references page on delete cascade,
  s_number int not null,
  addtime timestamptz not null default now(),
  check (num_nonnulls(item_id, page_id) = 1),
  unique (item_id, uid),
  unique (page_id, uid)
);
create index favourite_uid on favourite (uid, s_number);

-- The pages that a user has opened, and the items without pages.
create table recent_view (
  recent_view_id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  item_id bigint references item on delete cascade,
  page_id bigint references page on delete cascade,
  view_time timestamptz not null default now(),
  check (num_nonnulls(item_id, page_id) = 1),
  unique (item_id, uid),
  unique (page_id, uid)
);
create index recent_view_uid on recent_view (uid, view_time);

-- The current visit of a user. A visit ends with an absence of more than 30 minutes.
create table user_visit (
  uid bigint primary key references "user" on delete cascade,
  -- Written every few minutes at most.
  last_seen_time timestamptz not null default now(),
  -- The end of the previous visit, or when the user has marked changes as seen.
  changes_since timestamptz not null default now(),
  is_first boolean not null default true
);
