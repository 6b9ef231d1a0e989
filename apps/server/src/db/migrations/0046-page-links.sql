-- The links between pages, written with each save. Rows of deleted pages stay, so that restoring a page brings its
-- links and backlinks back. There is no reference to the target: a text may link to any number.
create table page_link (
  page_id bigint not null references page on delete cascade,
  target_page_id bigint not null,
  -- The item of `page_id`.
  item_id bigint not null,
  primary key (page_id, target_page_id)
);
create index page_link_target on page_link (target_page_id);

-- A job reads the pages that were saved before. It continues after the page `after`, and reads those saved since this
-- migration again, because processes of the former release may still save pages without their links.
insert into setting (name, value)
select 'page_link_backfill', jsonb_build_object('after', 0, 'since', now())
where exists (select from page);
