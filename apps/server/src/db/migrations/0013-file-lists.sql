-- Lists of files by person and by type, at any number of files. The sum of a person's space is read from
-- the first index alone.
drop index upload_file_uid;
create index upload_file_uid on upload_file (uid, file_id) include (file_size);
create index upload_file_uid_image on upload_file (uid, (file_type like 'image/%'), file_id);
create index upload_file_image on upload_file ((file_type like 'image/%'), file_id);

-- What a part of a name is found by: three Latin signs together, or two of which one is not Latin.
create function file_name_grams(name text) returns text[]
language sql immutable parallel safe cost 1000 as $$
  select coalesce(array_agg(distinct gram), '{}')
  from (select lower(name) as name) as lowered,
    generate_series(1, length(lowered.name) - 1) as at,
    lateral (values
      (case when substr(lowered.name, at, 2) ~ '[^ -~]' then substr(lowered.name, at, 2) end),
      (case when substr(lowered.name, at, 3) ~ '^[ -~]{3}$' then substr(lowered.name, at, 3) end)
    ) as made (gram)
  where gram is not null
$$;
create index upload_file_name on upload_file using gin (file_name_grams(display_name));

-- How many files there are and how much space they take, without counting ten million rows. Sixteen rows
-- of each kind, so that uploads seldom wait for one another.
create table file_tally (
  shard smallint not null,
  is_image boolean not null,
  files bigint not null,
  bytes bigint not null,
  primary key (shard, is_image)
);

insert into file_tally (shard, is_image, files, bytes)
select file_id % 16, file_type like 'image/%', count(*), sum(file_size) from upload_file group by 1, 2;

create function tally_files() returns trigger language plpgsql as $$
begin
  insert into file_tally as kept (shard, is_image, files, bytes)
  select file_id % 16, file_type like 'image/%',
    case tg_op when 'INSERT' then count(*) else -count(*) end,
    case tg_op when 'INSERT' then sum(file_size) else -sum(file_size) end
  from changed group by 1, 2 order by 1, 2
  on conflict (shard, is_image) do update
    set files = kept.files + excluded.files, bytes = kept.bytes + excluded.bytes;
  return null;
end
$$;
create trigger file_added after insert on upload_file
  referencing new table as changed for each statement execute function tally_files();
create trigger file_gone after delete on upload_file
  referencing old table as changed for each statement execute function tally_files();
