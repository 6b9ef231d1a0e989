-- What each process answered in about a minute, for the curves of the console; kept for a day.
create table traffic (
  traffic_id bigint generated always as identity primary key,
  addtime timestamptz not null default now(),
  requests int not null,
  -- Those that failed by our fault.
  errors int not null,
  -- Pages that somebody was writing, on the whole site.
  editors int not null,
  -- How many were answered within so many milliseconds, by the end of each span: {"5": 12, "10": 3}.
  answer_times jsonb not null
);
create index traffic_addtime on traffic (addtime);
