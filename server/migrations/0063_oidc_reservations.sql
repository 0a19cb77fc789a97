-- The number of a sign-in provider that an administrator is about to add: its redirect URI holds it, and the provider wants that first.
-- oldest-compatible-schema: 0057
create table oidc_reservations (
  agent_id bigint primary key references agents on delete cascade,
  provider_id bigint not null unique,
  created_at timestamptz not null
);
