-- The address or network from which a personal access token works; empty: every address.
alter table access_token add column network text not null default '';
