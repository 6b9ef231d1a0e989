create table notice (
  notice_id bigint generated always as identity primary key,
  -- Whom it is for; null: everybody.
  uid bigint references "user" on delete cascade,
  -- What happened, and the names in it: each reader gets the sentence in their own language.
  kind text not null,
  facts jsonb not null default '{}',
  -- Empty: the product itself.
  from_name text not null default '',
  item_id bigint,
  page_id bigint,
  team_id bigint,
  -- The same news twice is one notice: while this stands, it only becomes newer.
  once_key text,
  notice_time timestamptz not null default clock_timestamp(),
  read_time timestamptz,
  unique (uid, once_key)
);
create index notice_reader on notice (uid, notice_time desc, notice_id desc);
create index notice_unread on notice (uid) where read_time is null;
create index notice_announcement on notice (notice_time) where uid is null;

-- What a person has done with an announcement, which is one row for everybody.
create table notice_mark (
  uid bigint not null references "user" on delete cascade,
  notice_id bigint not null references notice on delete cascade,
  read_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  primary key (uid, notice_id)
);
create index notice_mark_notice on notice_mark (notice_id);
