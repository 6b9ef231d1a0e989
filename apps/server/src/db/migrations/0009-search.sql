-- A trusted extension: the owner of the database may create it. It lets a number stand in a GIN index.
create extension if not exists btree_gin;

-- Null until they were made; made of the text of `grams_version`. Rows whose grams are not those of
-- their text are read one by one, so an old or missing index never hides a page.
alter table page_search
  add column heads_lc text not null default '',
  add column grams int4[],
  add column grams_version int;

-- 0.8 ms of work a page at the fill: saves collect in the pending list and are merged together. Every
-- search reads that list to its end, so it is kept short: 4 MB of it would cost a search a second.
create index page_search_grams on page_search using gin (item_id, grams)
  with (gin_pending_list_limit = 128);
create index page_search_stale on page_search (item_id)
  where grams is null or grams_version is distinct from version;

-- Newest first within an item; takes the place of the index on item_id alone.
create index page_search_newest on page_search (item_id, addtime desc, page_id desc);
drop index page_search_item;

-- Words that were searched and found nowhere, for administrators.
create table search_miss (
  keyword text primary key,
  times int not null default 1,
  last_time timestamptz not null default now()
);
create index search_miss_times on search_miss (times desc, last_time desc);
