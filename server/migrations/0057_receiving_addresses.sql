-- An address of its own for each inbox, to forward mail to, and the name of the mail server that its mailbox is known to have.
-- oldest-compatible-schema: 0057
alter table inboxes
  -- Nobody can guess it: mail that is sent there skips the spam filter of the public address.
  add column receiving_token text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 20),
  -- Where it lies at PARLEY_MAIL_HOST; null while that is not set.
  add column receiving_address text unique,
  -- From the Authentication-Results header of a mail that this workspace sent to itself.
  add column proposed_authserv_id text;
