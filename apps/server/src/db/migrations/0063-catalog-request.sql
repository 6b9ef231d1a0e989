-- The `request_id` of the request that created the catalog: the same request creates it once.
alter table catalog add column request_id uuid;
create index catalog_request on catalog (item_id, request_id) where request_id is not null;
