-- Grams are taken into the index by a job, many pages at once, so its list of late entries may be long
-- while the job works; the job ends by sorting them in. The grams before this knew no phrases.
drop index page_search_grams;
update page_search set grams = null, grams_version = null where grams is not null;
-- By a sum, which no other index knows: the planner takes a phrase for rarer than it is, and would walk
-- the grams of the whole site rather than those of some items.
create index page_search_grams on page_search using gin ((item_id + 0), grams);

-- Only its owner may sort an index's late entries in.
create function sort_in_page_search() returns bigint
  language sql security definer set search_path = pg_catalog, public
  as $$ select gin_clean_pending_list('public.page_search_grams') $$;
revoke all on function sort_in_page_search() from public;
