-- How far the clock of each node is from that of the database, which the nodes measure themselves.
-- oldest-compatible-schema: 0103
-- Positive if the node is ahead; null for nodes of earlier releases.
alter table nodes add column clock_offset_ms bigint;
