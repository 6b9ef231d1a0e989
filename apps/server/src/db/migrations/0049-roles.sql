-- Accounts of an external login have no local password unless an administrator switches local access on for them.
-- Accounts that already have both keep their password.
alter table "user" add column local_access boolean not null default true;
update "user" set local_access = false
where password_hash is null and exists (select from outside_login where outside_login.uid = "user".uid);
alter table "user" add constraint user_local_access check (local_access or password_hash is null);
