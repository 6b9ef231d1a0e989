-- What an import would write over a page that is there, until it was written: whoever decides wants to see it.
create table import_text (
  task_id bigint not null,
  at int not null,
  page_content text not null,
  primary key (task_id, at),
  foreign key (task_id, at) references import_entry on delete cascade
);
