-- Checks before sending that an agent has turned off.
-- oldest-compatible-schema: 0065
alter table agents add column muted_checks text[] not null default '{}';
