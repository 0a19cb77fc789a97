-- The search index: for each message and conversation its words, as numbers (server/src/search-index/index-keys.ts), and the
-- month, day and hour of its start, so that one index finds a word within a time range (docs/decisions/0018-search.md).
create table search_messages (
  message_id bigint primary key references messages on delete cascade,
  conversation_id bigint not null,
  created_at timestamptz not null,
  keys integer[] not null
);
create index search_messages_keys on search_messages using gin (keys);
create index search_messages_time on search_messages (created_at, message_id);

create table search_conversations (
  conversation_id bigint primary key references conversations on delete cascade,
  created_at timestamptz not null,
  keys integer[] not null
);
create index search_conversations_keys on search_conversations using gin (keys);
create index search_conversations_time on search_conversations (created_at, conversation_id);

-- Rows from before this migration are added in the background, newest first: those below `below` are not indexed yet.
create table search_progress (
  kind text primary key check (kind in ('messages', 'conversations')),
  below bigint not null
);
insert into search_progress (kind, below)
  values ('messages', (select coalesce(max(id), 0) + 1 from messages)),
    ('conversations', (select coalesce(max(id), 0) + 1 from conversations));

-- Conversations whose subject or contact changed, to be reindexed within seconds.
create table search_stale (
  conversation_id bigint primary key references conversations on delete cascade
);
create function search_conversation_changed() returns trigger language plpgsql as $$
begin
  insert into search_stale (conversation_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger search_conversation_changed after update of subject, contact_id on conversations
  for each row when (old.subject is distinct from new.subject or old.contact_id <> new.contact_id)
  execute function search_conversation_changed();
create function search_contact_changed() returns trigger language plpgsql as $$
begin
  insert into search_stale (conversation_id) select id from conversations where contact_id = new.id on conflict do nothing;
  return null;
end $$;
create trigger search_contact_changed after update of first_name, last_name, email on contacts
  for each row when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function search_contact_changed();

-- A person is the number -4 × id. When contacts are merged, their messages move to the remaining one.
create function search_follow_sender() returns trigger language plpgsql as $$
begin
  update search_messages set keys = array_replace(keys, (-4 * old.sender_id)::integer, (-4 * new.sender_id)::integer)
    where message_id = new.id;
  return null;
end $$;
create trigger search_follow_sender after update of sender_id on messages
  for each row when (old.sender_id <> new.sender_id) execute function search_follow_sender();
