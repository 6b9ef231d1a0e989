-- What an import last wrote, so that the next one can tell what people have changed since.
create table import_page (
  item_id bigint not null references item on delete cascade,
  -- What names the page in its file: an operation, a path.
  source_key text not null,
  page_id bigint not null references page on delete cascade,
  -- Of the page in the file, with the pictures it shows; and of title and text as they were written.
  source_hash bytea not null,
  written_hash bytea not null,
  primary key (item_id, source_key)
);
create index import_page_page on import_page (page_id);

-- The plan of an import, one row per page; after it was applied, what it has done and how it is undone.
create table import_entry (
  task_id bigint not null references task on delete cascade,
  at int not null,
  action text not null check (action in ('add', 'change', 'conflict', 'keep', 'left')),
  -- For conflicts: the page that is there, the one of the file, or both.
  choice text check (choice in ('mine', 'file', 'both')),
  source_key text not null,
  cat_name text not null,
  page_title text not null,
  page_id bigint,
  base_version int,
  author_username text not null default '',
  -- Absent until it was written.
  written_version int,
  -- What `import_page` said before.
  former_source_hash bytea,
  former_written_hash bytea,
  is_skipped boolean not null default false,
  primary key (task_id, at)
);
