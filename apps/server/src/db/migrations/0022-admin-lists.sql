-- The console's lists of people and items, at any number of them. A part of a name is found by its pieces
-- of one to three signs; the high cost tells the planner to compute them for an index only.
create function name_pieces(name text, shortest int, longest int) returns text[]
language sql immutable parallel safe cost 1000 as $$
  select coalesce(array_agg(distinct substr(name, at, size)), '{}')
  from generate_series(shortest, longest) as size,
    generate_series(1, length(name) - size + 1) as at
$$;
create index user_pieces on "user" using gin (name_pieces(username_key || E'\n' || lower(name), 1, 3));
create index item_pieces on item using gin (name_pieces(lower(item_name), 1, 3));

-- Pages of the list are found in an index alone, those of one owner in their order.
create index item_living on item (item_id) where del_time is null;
drop index item_uid;
create index item_uid on item (uid, item_id) where del_time is null;

-- How many there are, without counting a million rows. Sixteen rows of each kind, so that two who add
-- something seldom wait for one another.
create table row_tally (
  kind text not null check (kind in ('user', 'item', 'deleted item')),
  shard smallint not null,
  number bigint not null,
  primary key (kind, shard)
);

insert into row_tally (kind, shard, number)
select 'user', uid % 16, count(*) from "user" group by 2
union all
select case when del_time is null then 'item' else 'deleted item' end, item_id % 16, count(*)
from item group by 1, 2;

create function tally_users() returns trigger language plpgsql as $$
begin
  insert into row_tally as kept (kind, shard, number)
  select 'user', uid % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 2 order by 2
  on conflict (kind, shard) do update set number = kept.number + excluded.number;
  return null;
end
$$;
create trigger user_added after insert on "user"
  referencing new table as changed for each statement execute function tally_users();
create trigger user_gone after delete on "user"
  referencing old table as changed for each statement execute function tally_users();

create function tally_items() returns trigger language plpgsql as $$
begin
  insert into row_tally as kept (kind, shard, number)
  select case when del_time is null then 'item' else 'deleted item' end, item_id % 16,
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2 order by 1, 2
  on conflict (kind, shard) do update set number = kept.number + excluded.number;
  return null;
end
$$;
create trigger item_added after insert on item
  referencing new table as changed for each statement execute function tally_items();
create trigger item_gone after delete on item
  referencing old table as changed for each statement execute function tally_items();

create function tally_hidden_item() returns trigger language plpgsql as $$
declare
  gained int := case when new.del_time is null then 1 else -1 end;
begin
  insert into row_tally as kept (kind, shard, number)
  values ('item', new.item_id % 16, gained), ('deleted item', new.item_id % 16, -gained)
  on conflict (kind, shard) do update set number = kept.number + excluded.number;
  return null;
end
$$;
create trigger item_hidden after update of del_time on item for each row
  when ((old.del_time is null) <> (new.del_time is null)) execute function tally_hidden_item();
