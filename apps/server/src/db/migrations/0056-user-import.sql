-- The lines of a CSV file with users: the plan of an import, and afterwards its report.
create table user_import_line (
  task_id bigint not null references task on delete cascade,
  -- The number of the line in the file.
  line int not null,
  -- As in the file.
  username text not null,
  name text not null,
  email text not null,
  role text not null,
  -- For lookups; the email as a username key, because no username may be the email of another account.
  username_key text not null,
  email_key text not null,
  -- Null if the file has no role for the user.
  groupid smallint check (groupid in (1, 2, 3)),
  -- What is wrong with the line itself, without a look at accounts; else empty.
  line_error text not null,
  -- The line with the same username or email.
  other_line int not null default 0,
  action text not null default 'out' check (action in ('new', 'update', 'same', 'out')),
  reason text not null default '',
  -- The account, and its values when the plan was made.
  uid bigint,
  was_name text,
  was_email text,
  was_groupid smallint,
  is_applied boolean not null default false,
  primary key (task_id, line)
);
create index user_import_line_action on user_import_line (task_id, action, line);
