-- Where configuration named a contact that was erased, and indexes without which deleting a conversation reads whole tables.
-- oldest-compatible-schema: 0103
alter table contact_erasures add column mentions jsonb not null default '[]' check (jsonb_typeof(mentions) = 'array');

-- Of foreign keys: the database looks for references to each message and conversation that is deleted.
create index thread_ids_of_conversation on thread_ids (conversation_id);
create index thread_ids_of_message on thread_ids (message_id) where message_id is not null;
create index mail_deliveries_of_conversation on mail_deliveries (conversation_id) where conversation_id is not null;
create index mail_deliveries_of_message on mail_deliveries (stored_message_id) where stored_message_id is not null;
create index mail_deliveries_of_duplicate on mail_deliveries (duplicate_of_id) where duplicate_of_id is not null;
create index notifications_of_message on notifications (message_id) where message_id is not null;
create index automation_mails_of_conversation on automation_mails (conversation_id);
create index conversations_of_side on conversations (side_of_id) where side_of_id is not null;
-- Pictures of contacts.
create index media_of_person on media (person_id) where person_id is not null;
