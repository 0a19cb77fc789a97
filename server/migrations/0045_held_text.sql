-- Keeps what a held reply says without markup, so that sending it does not clean and read its HTML again.
-- oldest-compatible-schema: 0045
alter table held_sends add column text_content text;
