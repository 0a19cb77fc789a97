-- Events are stored in one partition per year instead of one per month.
-- oldest-compatible-schema: 0103
-- Reading the next events looks into each partition, and a workspace should be able to get old. A year that began with partitions for its
-- months goes on with them. Creates the partition for a time if it does not exist. Called at startup and periodically, two months ahead.
create or replace function ensure_events_partition(month timestamptz) returns void language plpgsql as $$
declare
  year text := to_char(month at time zone 'UTC', 'YYYY');
  has_months boolean := exists (
    select from pg_inherits where inhparent = 'events'::regclass and inhrelid::regclass::text ~ ('^events_' || year || '_\d{2}$'));
  grain text := case when has_months then 'month' else 'year' end;
  name text := 'events_' || to_char(month at time zone 'UTC', case when has_months then 'YYYY_MM' else 'YYYY' end);
  first timestamptz := date_trunc(grain, month at time zone 'UTC') at time zone 'UTC';
  next timestamptz := (date_trunc(grain, month at time zone 'UTC') + ('1 ' || grain)::interval) at time zone 'UTC';
begin
  if to_regclass(name) is null and not exists (select from events_default where at >= first and at < next) then
    execute format('create table %I partition of events for values from (%L) to (%L)', name, first, next);
  end if;
end $$;
