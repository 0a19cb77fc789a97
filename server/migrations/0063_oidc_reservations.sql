-- The id reserved for a sign-in provider that is being added: its redirect URI contains the id and must be registered with the provider first.
-- oldest-compatible-schema: 0057
create table oidc_reservations (
  agent_id bigint primary key references agents on delete cascade,
  provider_id bigint not null unique,
  created_at timestamptz not null
);
