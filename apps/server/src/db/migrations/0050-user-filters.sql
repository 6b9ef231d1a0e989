-- When an account was last used. Without an index, so that frequent updates stay within their page; accounts that
-- were not used since this column exists have their last login.
alter table "user" add column last_seen_time timestamptz;

-- Filters of the list of accounts: few accounts have these roles or are disabled.
create index user_groupid on "user" (groupid, uid) where groupid <> 2;
create index user_disabled on "user" (uid) where disabled_time is not null;
create index outside_login_kind on outside_login (kind, uid);
-- Part of an email, as part of a name is found by user_pieces.
create index user_email_pieces on "user" using gin (name_pieces(lower(email), 1, 3));
