-- Moves in the tree that their user can still undo. No references: a row is deleted within a day.
create table tree_move (
  move_id uuid primary key default gen_random_uuid(),
  uid bigint not null,
  -- The item that the catalogs and pages were taken from, and the one that they were moved to.
  item_id bigint not null,
  to_item_id bigint not null,
  -- The former and the new positions of all rows that the move has changed.
  changes jsonb not null,
  addtime timestamptz not null default now()
);
create index tree_move_addtime on tree_move (addtime);

-- With the position: the last page of a catalog is found without reading the others.
-- The old index is dropped last: that blocks reads of the table, which can go on during the build.
create index page_menu_sorted on page (item_id, top_cat_id, cat_id, s_number);
drop index page_menu;
alter index page_menu_sorted rename to page_menu;
