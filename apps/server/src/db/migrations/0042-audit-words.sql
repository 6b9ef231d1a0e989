-- What entries of the audit log are found by, some minutes after they were written: an entry itself stays as cheap
-- as it was. Whatever is newer than the newest row here is looked through as it is.
create table audit_words (
  audit_id bigint primary key,
  -- Folded: who, on whom, which item, from where.
  words text not null
);

-- By stretches of 32,768 entries, so that a search begins with the newest and ends when it has enough, however many
-- entries have the word. Only a job adds rows, many at once: nothing is gained by sorting them in later.
create index audit_words_pieces on audit_words using gin ((audit_id / 32768), name_pieces(words, 1, 4))
  with (fastupdate = off);
