-- The list of agents shows the state of each newest invitation, among thousands of other emails to them.
create index system_mails_invitations on system_mails (agent_id, id) where template = 'Invitation';

-- When the newest self-test of plus-addresses was sent: to distinguish a pending from a failed one.
alter table inboxes add column plus_addressing_tested_at timestamptz;
