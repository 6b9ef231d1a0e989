create table team (
  id bigint generated always as identity primary key,
  team_name text not null,
  -- The owner.
  uid bigint not null references "user",
  addtime timestamptz not null default now()
);
create index team_uid on team (uid);

create table team_member (
  id bigint generated always as identity primary key,
  team_id bigint not null references team on delete cascade,
  uid bigint not null references "user" on delete cascade,
  addtime timestamptz not null default now(),
  unique (team_id, uid)
);
create index team_member_uid on team_member (uid);

create table team_item (
  id bigint generated always as identity primary key,
  team_id bigint not null references team on delete cascade,
  item_id bigint not null references item on delete cascade,
  addtime timestamptz not null default now(),
  unique (team_id, item_id)
);
create index team_item_item on team_item (item_id);

-- What one person of the team may do in one of its items. It hangs on both, so that nothing is left
-- behind when the person leaves the team or the team the item.
create table team_item_member (
  id bigint generated always as identity primary key,
  team_item_id bigint not null references team_item on delete cascade,
  team_member_id bigint not null references team_member on delete cascade,
  -- 1 edit, 0 read-only.
  member_group_id smallint not null default 0 check (member_group_id in (0, 1)),
  -- One first-level catalog, or 0 for all.
  cat_id bigint not null default 0,
  -- 0: the person left the item, or its owner has not let them in.
  is_active smallint not null default 1 check (is_active in (0, 1)),
  addtime timestamptz not null default now(),
  unique (team_item_id, team_member_id)
);
create index team_item_member_member on team_item_member (team_member_id);
