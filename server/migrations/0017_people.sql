-- The activity log reads administrative events, newest first, among many times as many conversation events.
create index events_log on events (at, id) where conversation_id is null;

-- Limits an API key to part of its agent's permissions.
alter table agents
  add column api_key_read_only boolean not null default false,
  -- Null means every inbox. A deleted inbox stays in the list, so that the key never gains access.
  add column api_key_inbox_ids bigint[] check (cardinality(api_key_inbox_ids) > 0),
  add check (api_key is not null or (not api_key_read_only and api_key_inbox_ids is null));
