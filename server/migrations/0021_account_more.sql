-- Preferences of agents, stored here so that they apply in all their browsers. An empty language means the workspace's.
alter table agents
  add column signature text not null default '' check (length(signature) <= 2000),
  add column theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  add column language text not null default '' check (language ~ '^([a-z]{2}(-[A-Z]{2})?)?$'),
  add column shortcuts jsonb not null default '{}' check (jsonb_typeof(shortcuts) = 'object'),
  -- WebAuthn's user handle: random, and never changes.
  add column passkey_user uuid not null default gen_random_uuid();

-- How the session was created: if two factors are required, sign-ins at a provider are exempt, because the provider is responsible for them.
alter table sessions
  add column signed_in_with text not null default 'password' check (signed_in_with in ('password', 'passkey', 'sso'));

-- WebAuthn credentials. The private halves never leave their owners' devices.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  agent_id bigint not null references agents on delete cascade,
  created_at timestamptz not null,
  name text not null check (length(name) between 1 and 140),
  -- As browsers encode it: base64url without padding.
  credential_id text not null unique,
  public_key bytea not null,
  -- The signature counter, if the device has one. A counter that decreases reveals a cloned passkey.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  last_used_at timestamptz
);
create index passkeys_agent on passkeys (agent_id);

-- Challenges for a passkey, valid once and for a short time. Only the hash of the ticket is stored.
create table passkey_challenges (
  id_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  purpose text not null check (purpose in ('add', 'sign_in')),
  -- The agent whose passkey is required; null accepts any agent's.
  agent_id bigint references agents on delete cascade check (agent_id is not null or purpose = 'sign_in'),
  challenge text not null
);
