-- An account has one identity of a directory and one of a provider. Of several, the one linked last works:
-- the others belong to a former host of the provider.
delete from outside_login older using outside_login newer
where older.uid = newer.uid and older.kind = newer.kind and older.kind in ('ldap', 'oauth2')
  and (older.addtime, older.outside_id) < (newer.addtime, newer.outside_id);
create unique index outside_login_one on outside_login (uid, kind) where kind in ('ldap', 'oauth2');

-- The username there. A local account may have another one.
alter table outside_login add column external_username text not null default '';
