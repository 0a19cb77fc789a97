-- Which keys of stored secrets each node knows: a rotation must not lock a node out that has not been restarted.
-- oldest-compatible-schema: 0103
alter table nodes add column key_ids text[] not null default '{}';
