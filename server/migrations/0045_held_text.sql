-- Stores the plain text of a held reply, so that sending it need not clean and parse its HTML again.
-- oldest-compatible-schema: 0045
alter table held_sends add column text_content text;
