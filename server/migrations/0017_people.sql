-- The activity log reads what administrators do, newest first, from among many times as many events of conversations.
create index events_log on events (at, id) where conversation_id is null;

-- What an API key may do of what its agent may.
alter table agents
  add column api_key_read_only boolean not null default false,
  -- Null is every inbox; an inbox that is deleted stays in the list, so that the key never reaches further than before.
  add column api_key_inbox_ids bigint[] check (cardinality(api_key_inbox_ids) > 0),
  add check (api_key is not null or (not api_key_read_only and api_key_inbox_ids is null));
