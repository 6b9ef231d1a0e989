-- The two roles of a site, for the services of development and for compose.yaml alike:
-- octavo_owner changes the schema, octavo_app only reads and writes rows.
\getenv owner_password OCTAVO_OWNER_PASSWORD
\getenv app_password OCTAVO_APP_PASSWORD

create role octavo_owner login password :'owner_password';
create role octavo_app login password :'app_password';
alter role octavo_app set statement_timeout = '15s';
alter role octavo_app set idle_in_transaction_session_timeout = '10s';
alter role octavo_app set lock_timeout = '5s';

-- In the template, so that every later database of octavo_owner has the same rights.
\connect template1
alter default privileges for role octavo_owner grant usage on schemas to octavo_app;
alter default privileges for role octavo_owner
  grant select, insert, update, delete on tables to octavo_app;
alter default privileges for role octavo_owner grant usage, select on sequences to octavo_app;

\connect postgres
create database octavo owner octavo_owner;
revoke temporary on database octavo from public;
