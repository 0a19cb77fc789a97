-- Undo: agents find their own recent actions, and each action is undone once.
-- oldest-compatible-schema: 0065
create index events_actor on events (actor_id, at, id)
  where conversation_id is not null and cause_id is null and actor_kind in ('agent', 'api_key')
    -- Opening conversations, which agents do all day, is no action.
    and (type <> 'conversation.seen' or data ? 'read_mark');

-- An action is the events of one transaction, which share their time. Rows are deleted when the action can no longer be undone.
create table undo_attempts (
  at timestamptz not null,
  xid xid8 not null,
  agent_id bigint not null references agents on delete cascade,
  attempted_at timestamptz not null,
  -- The first event that undid it; null if every conversation was refused.
  undo_event_id bigint,
  primary key (at, xid)
);
