-- The signature of replies from this inbox; plain text with Liquid variables.
alter table inboxes add column signature text not null default '';
-- {provider, client_id, client_secret, tenant, account, refresh_token, access_token, expires_at, connected_at, error}; secrets are encrypted.
alter table inboxes add column oauth jsonb;

-- The newest mail of each inbox, and its part of the ledger.
create index mail_deliveries_inbox on mail_deliveries (inbox_id, id desc);
-- Waiting or stuck deliveries: few among many, and counted by inbox.
create index mail_deliveries_open on mail_deliveries (inbox_id, state, received_at) where state in ('received', 'quarantined');
