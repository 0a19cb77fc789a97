-- Statuses get the timestamps that every other administrative entity has.
-- oldest-compatible-schema: 0057
alter table statuses add column updated_at timestamptz not null default now();
update statuses set updated_at = created_at;
