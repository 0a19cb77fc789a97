-- Positions in the spine continue above all earlier ones after the data has moved to another server, whose transaction ids may be lower.
-- oldest-compatible-schema: 0065
-- A constant of this database, replaced when it is found on another server (server/src/spine/epoch.ts).
create function spine_offset() returns bigint language sql immutable parallel safe return 0::bigint;
create function spine_position(transaction_id xid8) returns xid8 language sql immutable parallel safe
  return (transaction_id::text::bigint + spine_offset())::text::xid8;
alter table events alter column xid set default spine_position(pg_current_xact_id());
