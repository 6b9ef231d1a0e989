-- When the site was last copied, for those who look after it.
create table backup (
  backup_id bigint generated always as identity primary key,
  addtime timestamptz not null default now(),
  -- Of the machine that made it.
  file_name text not null,
  file_size bigint not null,
  row_count bigint not null,
  file_count bigint not null,
  -- Files whose objects were missing or had other bytes.
  fault_count int not null,
  seconds int not null,
  -- Why there is none; empty when it was made.
  error text not null default ''
);
