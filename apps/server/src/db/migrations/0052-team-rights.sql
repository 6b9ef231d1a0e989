-- The right of every member of the team in the item who has no exception, also of those who join later.
alter table team_item
  -- 1 edit, 0 read-only.
  add column member_group_id smallint not null default 0 check (member_group_id in (0, 1)),
  -- One first-level catalog, or 0 for all.
  add column cat_id bigint not null default 0,
  -- 0: no access.
  add column is_active smallint not null default 1 check (is_active in (0, 1));

-- What a member who joined got until now: read-only, and nothing in items that have another owner or are archived.
update team_item set is_active = 0
from team, item
where team.id = team_item.team_id and item.item_id = team_item.item_id
  and (item.uid <> team.uid or item.is_archived = 1);

-- 0: the member follows the default right, and the row is left for processes of the previous release only.
alter table team_item_member
  add column is_exception smallint not null default 1 check (is_exception in (0, 1));

-- A member without a row had no access.
insert into team_item_member (team_item_id, team_member_id, is_active)
select team_item.id, team_member.id, 0
from team_item
join team_member on team_member.team_id = team_item.team_id
left join team_item_member part
  on part.team_item_id = team_item.id and part.team_member_id = team_member.id
where team_item.is_active = 1 and part.id is null;

-- Group and catalog of a row without access have no meaning.
update team_item_member part set is_exception = 0
from team_item
where team_item.id = part.team_item_id and part.is_active = team_item.is_active
  and (part.is_active = 0 or (part.member_group_id = 0 and part.cat_id = 0));

-- A right that the previous release changes during the upgrade, or after going back to it, is an exception.
create function team_item_member_changed() returns trigger language plpgsql as $$
begin
  new.is_exception := 1;
  return new;
end $$;
create trigger team_item_member_changed
  before update of member_group_id, cat_id, is_active on team_item_member
  for each row execute function team_item_member_changed();
