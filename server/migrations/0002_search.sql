-- What search looks at: per message and per conversation the words it is found by, as numbers (server/src/features/search/keys.ts), and the
-- month, day and hour of its beginning, so that one index answers "this word, in this stretch of time". docs/decisions/0018.
create table search_messages (
  message_id bigint primary key references messages on delete cascade,
  conversation_id bigint not null,
  created_at timestamptz not null,
  keys integer[] not null
);
create index search_messages_keys on search_messages using gin (keys);

create table search_conversations (
  conversation_id bigint primary key references conversations on delete cascade,
  created_at timestamptz not null,
  keys integer[] not null
);
create index search_conversations_keys on search_conversations using gin (keys);

-- Rows from before this migration are added in the background, the newest first: those below `below` are still to come.
create table search_progress (
  kind text primary key check (kind in ('messages', 'conversations')),
  below bigint not null
);
insert into search_progress (kind, below)
  values ('messages', (select coalesce(max(id), 0) + 1 from messages)),
    ('conversations', (select coalesce(max(id), 0) + 1 from conversations));

-- A person is the number -4 × id; when contacts become one, what they wrote and began goes along.
create function search_follow_contact() returns trigger language plpgsql as $$
begin
  update search_conversations set keys = array_replace(keys, (-4 * old.contact_id)::integer, (-4 * new.contact_id)::integer)
    where conversation_id = new.id;
  return null;
end $$;
create trigger search_follow_contact after update of contact_id on conversations
  for each row when (old.contact_id <> new.contact_id) execute function search_follow_contact();

create function search_follow_sender() returns trigger language plpgsql as $$
begin
  update search_messages set keys = array_replace(keys, (-4 * old.sender_id)::integer, (-4 * new.sender_id)::integer)
    where message_id = new.id;
  return null;
end $$;
create trigger search_follow_sender after update of sender_id on messages
  for each row when (old.sender_id <> new.sender_id) execute function search_follow_sender();
