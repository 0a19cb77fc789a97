-- A receiving address for each inbox, to forward mail to, and the authserv-id of its mailbox's server.
-- oldest-compatible-schema: 0057
alter table inboxes
  -- Unguessable, because mail sent to it skips the spam filter of the public address.
  add column receiving_token text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 20),
  -- The address at PARLEY_MAIL_HOST; null while that is not set.
  add column receiving_address text unique,
  -- From the Authentication-Results header of an email that this workspace sent to itself.
  add column proposed_authserv_id text;
