-- The activity log reads what administrators do, newest first, from among many times as many events of conversations.
create index events_log on events (at, id) where conversation_id is null;
