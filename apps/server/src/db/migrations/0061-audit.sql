-- All of these are null in the entries of older versions, which a read completes from the other columns.
alter table audit_log
  -- How the actor came: user, access_token, item_key, command_line, system or anonymous.
  add column actor_kind text,
  -- success or failure.
  add column result text,
  add column request_id text,
  add column subject_uid bigint;

-- The entries by and about a person, and those of an address, newest first.
create index audit_log_user on audit_log (lower(username), audit_id);
create index audit_log_subject on audit_log (lower(subject), audit_id) where subject <> '';
create index audit_log_address on audit_log (address text_pattern_ops, audit_id);
create index audit_log_action on audit_log (action, audit_id);

-- Takes the place of audit_words, whose rows lack the titles of pages, the names of teams and the changed values. That
-- table stays until the next release, because the previous version searches it while it runs beside this one.
create table audit_text (
  audit_id bigint primary key,
  -- In lower case, a part a line: actor, address, subject, item, page, team, values.
  words text not null
);
create index audit_text_pieces on audit_text using gin ((audit_id / 32768), name_pieces(words, 1, 4))
  with (fastupdate = off);
truncate audit_words;

-- How far the stream to a SIEM has come. One row, from the first run of the stream on.
create table audit_stream (
  only_row boolean primary key default true check (only_row),
  -- All entries up to this one are at the target.
  sent_id bigint not null,
  sent_time timestamptz,
  -- One process sends at a time, until then.
  lease_time timestamptz not null,
  -- Why the last attempt failed; empty after a successful one.
  error text not null default '',
  error_time timestamptz
);
