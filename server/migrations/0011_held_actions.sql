-- What macros do with a held reply waits with it, as HeldSend.macros has it: a browser that never comes back loses nothing.
alter table held_sends
  add column macros jsonb not null default '[]' check (jsonb_typeof(macros) = 'array');

-- A conversation that is held with its first message is none yet either: here is what it will be started with, its uuid included.
alter table held_sends
  alter column conversation_id drop not null,
  add column start jsonb,
  add check ((conversation_id is null) = (start is not null));

-- messages.held_until (0001) is not used: what is held is no message. It stays because migrations take nothing away.
