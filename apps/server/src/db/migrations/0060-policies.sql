-- When the user last confirmed their identity in this session; null: at the login.
alter table device add column confirmed_time timestamptz;

-- The site decides how long audit entries are kept, but at least 30 days.
create or replace function audit_log_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.addtime < now() - interval '720 hours' then return old; end if;
  end if;
  raise exception 'the audit log cannot be changed' using errcode = 'insufficient_privilege';
end $$;

-- Deletes a batch of the oldest entries and returns their number.
create function audit_log_purge(days int, max_rows int) returns int language sql
  security definer set search_path = public
  as $$
    with purged as (
      delete from audit_log where audit_id in (
        select audit_id from audit_log
        where addtime < now() - make_interval(hours => 24 * greatest(days, 30))
        order by addtime limit max_rows
      ) returning audit_id
    )
    select count(*)::int from purged
  $$;

-- The previous release, which may run beside this one, deletes nothing.
create or replace function audit_log_purge() returns void language sql
  security definer set search_path = public as $$ select $$;
