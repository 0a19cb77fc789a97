-- IMAP reconciliation: compares each mailbox with the received email, and lists the UIDs that need no ledger row.
-- oldest-compatible-schema: 0042
alter table imap_cursors
  -- In scope (since `since`) at the last count; both null before the first one.
  add column messages_on_server integer,
  add column messages_received integer,
  -- When the mailbox was last compared with the ledger, message by message.
  add column reconciled_at timestamptz;

-- A message that arrived before under another UID (UIDVALIDITY changed, or it was moved away and back), or that was erased.
create table imap_known_uids (
  inbox_id bigint not null references inboxes on delete cascade,
  folder text not null,
  uidvalidity bigint not null,
  uid bigint not null,
  -- The original delivery; null if it was erased.
  delivery_id bigint references mail_deliveries on delete set null,
  primary key (inbox_id, folder, uidvalidity, uid)
);
create index imap_known_uids_delivery on imap_known_uids (delivery_id) where delivery_id is not null;

-- A rule doesn't answer mail that reached us more than a day late.
alter table automation_runs drop constraint automation_runs_limit_hit_check;
alter table automation_runs add constraint automation_runs_limit_hit_check check (limit_hit in
  ('depth', 'conversation_budget', 'address_budget', 'inbox_budget', 'workspace_budget', 'machine_mail', 'late_mail'));
