-- One row per stored file; the object lies in `store` under `file_key`. Item and page are no references:
-- a row outlives them, or nothing would be left to say which objects are to go.
create table upload_file (
  file_id bigint generated always as identity primary key,
  file_key text not null unique,
  uid bigint references "user" on delete set null,
  item_id bigint not null,
  -- 0 while the page that it was put into has not been saved.
  page_id bigint not null default 0,
  display_name text not null,
  -- What the bytes are, never what the sender said.
  file_type text not null,
  file_size bigint not null,
  store text not null,
  visit_times bigint not null default 0,
  addtime timestamptz not null default now()
);
create index upload_file_page on upload_file (page_id) where page_id > 0;
create index upload_file_uid on upload_file (uid);
