-- A tombstone that recognises another copy of an erased email.
-- oldest-compatible-schema: 0065
-- Of Message-ID and text together, because another email can have the same Message-ID.
alter table mail_tombstones add copy_hash bytea;
create index mail_tombstones_copy on mail_tombstones (inbox_id, copy_hash);
