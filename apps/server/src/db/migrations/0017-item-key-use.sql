-- When a script last used the key and token; to the minute.
alter table item_key add column last_used_time timestamptz;

-- The open API finds a page by its title.
create index page_by_title on page (item_id, page_title) where del_time is null;
