-- Proofs that count once on all processes: the state of a login at a provider, the nonce of a signed link.
create table spent_proof (
  proof_id text primary key,
  expire_time timestamptz not null
);

-- When the person behind a login last came from a system that vouches for them.
alter table device add column proved_time timestamptz;
