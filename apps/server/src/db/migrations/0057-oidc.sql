-- The login at an OpenID provider that a session came from: a back-channel logout names it by issuer and subject or
-- session id.
alter table device
  add column oidc_issuer text,
  add column oidc_sub text,
  add column oidc_sid text;
create index device_oidc_sub on device (oidc_sub) where oidc_sub is not null;
create index device_oidc_sid on device (oidc_sid) where oidc_sid is not null;

-- The session starts with the second factor, so the login is stored until then.
alter table pending_login
  add column oidc_issuer text,
  add column oidc_sub text,
  add column oidc_sid text;
