-- What agents choose for themselves, kept here so that every browser of theirs has it. An empty language is the workspace's.
alter table agents
  add column signature text not null default '' check (length(signature) <= 2000),
  add column theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  add column language text not null default '' check (language ~ '^([a-z]{2}(-[A-Z]{2})?)?$'),
  add column shortcuts jsonb not null default '{}' check (jsonb_typeof(shortcuts) = 'object'),
  -- What a passkey calls its owner (WebAuthn's user handle): says nothing about them, and never changes.
  add column passkey_user uuid not null default gen_random_uuid();

-- Where two factors are required it matters how a session began: at a provider they are the provider's affair.
alter table sessions
  add column signed_in_with text not null default 'password' check (signed_in_with in ('password', 'passkey', 'sso'));

-- WebAuthn credentials. The private halves never leave their owners' devices.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  agent_id bigint not null references agents on delete cascade,
  created_at timestamptz not null,
  name text not null check (length(name) between 1 and 140),
  -- As the browser writes it: base64url without padding.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it signed, where the device counts. One that goes backwards was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  last_used_at timestamptz
);
create index passkeys_agent on passkeys (agent_id);

-- What a passkey is asked to sign: once, and soon. Of the ticket that names it only the hash is stored.
create table passkey_challenges (
  id_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  purpose text not null check (purpose in ('add', 'sign_in')),
  -- Whose passkey has to answer; anybody's while nobody has said who they are.
  agent_id bigint references agents on delete cascade check (agent_id is not null or purpose = 'sign_in'),
  challenge text not null
);
