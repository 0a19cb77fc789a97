-- Which node sends a reply: when that node is gone, another one takes the reply over without waiting for the claim to expire.
-- oldest-compatible-schema: 0103
-- Null for replies that are not being sent, and where an earlier release sends them.
alter table messages add column claimed_by uuid;
