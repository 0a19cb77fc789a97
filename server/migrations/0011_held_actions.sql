-- The macros of a held reply, in the shape of HeldSend.macros, so that nothing is lost if the browser is closed.
alter table held_sends
  add column macros jsonb not null default '[]' check (jsonb_typeof(macros) = 'array');

-- A conversation that is held with its first message does not exist yet either: these are its initial values, including its uuid.
alter table held_sends
  alter column conversation_id drop not null,
  add column start jsonb,
  add check ((conversation_id is null) = (start is not null));

-- messages.held_until (0001) is not used, because a held reply is not a message. It stays because migrations remove nothing.
