-- Also of pages that an import would add, of which there is no row yet that says what they are.
alter table import_text add column page_type smallint not null default 0;
