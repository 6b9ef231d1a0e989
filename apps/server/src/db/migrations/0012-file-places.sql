-- The object of a file lies under the SHA-256 of its bytes, so that what is uploaded twice is stored once.
-- Files from before lie under their own key.
alter table upload_file add object_key text;
update upload_file set object_key = file_key;
alter table upload_file alter object_key set not null;
create index upload_file_object on upload_file (object_key);

-- The pages that a file belongs to: whoever may read one of them may read the file. A bound file is in
-- the page's list; any other one is only mentioned in a text of it, the present or a former one.
-- Pages are no references: a row outlives its page, and so says that the file once had one.
create table page_file (
  page_id bigint not null,
  file_id bigint not null references upload_file on delete cascade,
  is_bound boolean not null,
  primary key (page_id, file_id)
);
create index page_file_file on page_file (file_id);

insert into page_file (page_id, file_id, is_bound)
select page_id, file_id, true from upload_file where page_id > 0;

insert into page_file (page_id, file_id, is_bound)
select page_body.page_id, upload_file.file_id, false
from page_body
  cross join lateral regexp_matches(page_content, '/file/([0-9a-f]{32})/', 'g') as found (key)
  join upload_file on upload_file.file_key = found.key[1] and upload_file.item_id = page_body.item_id
where page_content like '%/file/%'
on conflict do nothing;

alter table upload_file drop column page_id;
comment on column upload_file.item_id is '0: in the personal library of whoever uploaded it';

-- Bytes served of a person's files, a row for each month.
create table file_traffic (
  uid bigint not null references "user" on delete cascade,
  month date not null,
  bytes bigint not null,
  primary key (uid, month)
);
