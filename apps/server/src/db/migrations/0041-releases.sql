-- Which release served this site from when on, whoever brought it.
create table release_run (
  release_run_id bigint generated always as identity primary key,
  version text not null,
  -- When it was ordered.
  addtime timestamptz not null default now(),
  -- Who ordered it in the console; empty when an operator brought it.
  username text not null default '',
  -- When the first of its processes served; null for one that did not.
  ready_time timestamptz
);

-- The last look at the feed.
create table update_check (
  only_one boolean primary key default true check (only_one),
  addtime timestamptz not null,
  -- What it offered; empty when there was nothing newer.
  new_version text not null,
  fault text not null
);
