-- The number of deliveries in each state, maintained by all writes to the ledger, because counting millions of rows takes over a second.
-- Each connection has its own row, so that mails filed concurrently do not wait for each other; a count is the sum.
create table mail_delivery_counts (
  state text not null,
  shard integer not null,
  -- Below zero where one connection settles what another took on.
  count bigint not null,
  primary key (state, shard)
) with (fillfactor = 50);

create function count_mail_deliveries() returns trigger language plpgsql as $$
begin
  insert into mail_delivery_counts (state, shard, count)
  select state, pg_backend_pid() % 64, sum(change)
  from (
    select state, 1 as change from added
    union all
    select state, -1 from removed
  ) changes
  group by state
  having sum(change) <> 0
  order by state -- always the same: connections that share a row may wait, but never for each other
  on conflict (state, shard) do update set count = mail_delivery_counts.count + excluded.count;
  return null;
end $$;

-- A statement that only adds or only removes has no second set of rows.
create function count_added_mail_deliveries() returns trigger language plpgsql as $$
begin
  insert into mail_delivery_counts (state, shard, count)
  select state, pg_backend_pid() % 64, count(*) from added group by state order by state
  on conflict (state, shard) do update set count = mail_delivery_counts.count + excluded.count;
  return null;
end $$;

create function count_removed_mail_deliveries() returns trigger language plpgsql as $$
begin
  insert into mail_delivery_counts (state, shard, count)
  select state, pg_backend_pid() % 64, -count(*) from removed group by state order by state
  on conflict (state, shard) do update set count = mail_delivery_counts.count + excluded.count;
  return null;
end $$;

lock table mail_deliveries in share row exclusive mode;
create trigger mail_deliveries_counted_update after update on mail_deliveries
  referencing new table as added old table as removed for each statement execute function count_mail_deliveries();
create trigger mail_deliveries_counted_insert after insert on mail_deliveries
  referencing new table as added for each statement execute function count_added_mail_deliveries();
create trigger mail_deliveries_counted_delete after delete on mail_deliveries
  referencing old table as removed for each statement execute function count_removed_mail_deliveries();

insert into mail_delivery_counts (state, shard, count)
select state, 0, count(*) from mail_deliveries group by state;

-- Duplicates and automatic mail: few among many, and queried separately.
create index mail_deliveries_ignored on mail_deliveries (id desc) where state = 'ignored';

-- An agent's unused uploads are counted at every upload.
create index media_unused on media (uploaded_by_id, created_at) include (size) where message_id is null and person_id is null;
