-- The lists Snoozed and Sent, each read in its own order.
-- oldest-compatible-schema: 0065
create index conversations_by_wake on conversations (snoozed_until, id) where snoozed_until is not null and deleted_at is null;
create index messages_by_sender on messages (sender_id, created_at desc, conversation_id desc)
  where type = 'outgoing' and sender_type = 'agent' and not private;
