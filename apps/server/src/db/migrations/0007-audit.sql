create table audit_log (
  audit_id bigint generated always as identity primary key,
  addtime timestamptz not null default clock_timestamp(),
  action text not null,
  -- Names are kept as they were then: accounts, items and pages may go, the entry stays.
  uid bigint,
  username text not null,
  item_id bigint,
  item_name text not null default '',
  page_id bigint,
  page_title text not null default '',
  team_id bigint,
  team_name text not null default '',
  subject text not null default '',
  facts jsonb not null default '{}',
  address text not null,
  user_agent text not null
);
create index audit_log_item on audit_log (item_id, audit_id);
create index audit_log_time on audit_log (addtime);

-- The application's role may only read and add. This holds for the owner of the table too.
create function audit_log_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.addtime < now() - interval '365 days' then return old; end if;
  end if;
  raise exception 'the audit log cannot be changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_rows before update or delete on audit_log
  for each row execute function audit_log_guard();
create trigger audit_log_all before truncate on audit_log
  for each statement execute function audit_log_guard();

-- The one way an entry goes: a year has passed.
create function audit_log_purge() returns void language sql security definer set search_path = public
  as $$ delete from audit_log where addtime < now() - interval '365 days' $$;
