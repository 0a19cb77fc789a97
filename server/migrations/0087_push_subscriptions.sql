-- Browser push: the server's keys, and the browsers that agents allowed to receive it.
-- oldest-compatible-schema: 0065
create table push_keys (
  id smallint primary key default 1 check (id = 1),
  created_at timestamptz not null,
  public_key text not null,
  -- Encrypted.
  private_key text not null
);

create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  agent_id bigint not null references agents on delete cascade,
  -- Signing out ends it.
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2048),
  p256dh text not null,
  auth text not null,
  -- The server's key that the browser subscribed with.
  public_key text not null,
  user_agent text,
  created_at timestamptz not null,
  last_pushed_at timestamptz,
  -- Why the newest push failed; null once one is accepted.
  last_error text
);
create index push_subscriptions_agent on push_subscriptions (agent_id);
create index push_subscriptions_session on push_subscriptions (session_id);
