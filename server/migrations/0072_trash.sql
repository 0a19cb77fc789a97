-- The trash and spam: why a conversation is out of the lists, and which counted facts are left out of reports in the meantime.
-- oldest-compatible-schema: 0065
alter table conversations add trash_reason text check (trash_reason in ('deleted', 'spam'));
-- The lists `trash` and `spam`, and the job that empties them.
create index conversations_trash on conversations (deleted_at desc, id desc) where deleted_at is not null and merged_into_id is null;
-- Merged conversations are found by their target.
create index if not exists conversations_merged on conversations (merged_into_id) where merged_into_id is not null;

-- Facts of hidden conversations stay, and count again after they are restored.
alter table report_facts add is_hidden boolean not null default false;
alter table report_conversations add is_hidden boolean not null default false;

alter table webhooks drop constraint webhooks_events_check;
alter table webhooks add constraint webhooks_events_check check (cardinality(events) > 0 and events <@ array[
  'conversation.created', 'conversation.status_changed', 'conversation.tags_changed', 'conversation.assigned',
  'conversation.unassigned', 'conversation.deleted', 'conversation.restored', 'message.created', 'message.updated']);
