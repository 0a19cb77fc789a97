-- The list of agents shows how the newest invitation of each stands, beside thousands of other mails to them.
create index system_mails_invitations on system_mails (agent_id, id) where template = 'Invitation';

-- When the newest self-test of plus-addresses was sent: whether it is still on its way, or did not arrive.
alter table inboxes add column plus_addressing_tested_at timestamptz;
