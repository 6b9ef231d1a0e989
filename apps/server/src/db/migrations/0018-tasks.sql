-- Long work for one person: an import, an export. Its row says how far it is; its steps are jobs.
create table task (
  task_id bigint generated always as identity primary key,
  uid bigint not null references "user" on delete cascade,
  -- 0 while it has no item yet. No reference: the row outlives the item.
  item_id bigint not null default 0,
  kind text not null,
  -- Which of its steps waits, runs or has ended.
  step text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'planned', 'done', 'failed', 'undone')),
  -- Only the newest attempt may end a step: one that was believed dead writes nothing any more.
  attempt int not null default 0,
  beat_time timestamptz not null default clock_timestamp(),
  done int not null default 0,
  total int not null default 0,
  request jsonb not null default '{}',
  result jsonb not null default '{}',
  -- The name of the refusal that ended it.
  error text not null default '',
  addtime timestamptz not null default now(),
  end_time timestamptz,
  expire_time timestamptz not null default now() + interval '1 day'
);
create index task_uid on task (uid);
create index task_open on task (beat_time) where state in ('waiting', 'running');
create index task_expire on task (expire_time);

-- What was sent for a task, or what it has made. It lies in the store of files, where every process reaches it.
create table task_file (
  task_id bigint primary key references task on delete cascade,
  store text not null,
  object_key text not null,
  file_size bigint not null,
  file_name text not null
);
create index task_file_object on task_file (object_key);
