-- Unsaved text of editors, each row readable by its user only.
create table page_draft (
  uid bigint not null references "user" on delete cascade,
  -- The editor creates the id. It is unique per user, so that a foreign id neither collides nor reveals anything.
  draft_id uuid not null,
  -- Null only if the draft was closed before its text arrived.
  item_id bigint references item on delete cascade,
  -- The name when the text was stored: a user who has lost the item learns no newer one.
  item_name text not null,
  -- Null for a new page, and after the page was deleted permanently.
  page_id bigint references page on delete set null,
  -- Null if the user has not changed the catalog.
  cat_id bigint,
  page_title text not null,
  page_type smallint not null,
  page_content text compression lz4 not null,
  -- The version that the text is based on; null for a new page.
  base_version int,
  revision int not null,
  addtime timestamptz not null default clock_timestamp(),
  -- When the draft was saved or discarded. The row stays for a day without its text, so that a late request cannot
  -- restore the draft.
  closed_time timestamptz,
  primary key (uid, draft_id),
  check (item_id is not null or closed_time is not null)
);
create index page_draft_item on page_draft (item_id);
create index page_draft_page on page_draft (page_id) where page_id is not null;
