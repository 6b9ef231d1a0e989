-- As a browser shows it, turned the right way up; null for what is no picture that we can measure.
alter table upload_file add width int, add height int;

-- Smaller copies of a picture, for small screens. They come and go with their file.
create table file_variant (
  file_id bigint not null references upload_file on delete cascade,
  width int not null,
  store text not null,
  object_key text not null,
  file_size bigint not null,
  primary key (file_id, width)
);
create index file_variant_object on file_variant (object_key);
