-- Reading the spine takes a fifth of the time on PostgreSQL 15 to 17: they plan a function in SQL again at each call, and keep the plans of one
-- in PL/pgSQL.
-- oldest-compatible-schema: 0103
create or replace function spine_horizon() returns xid8 language plpgsql stable as $$
begin
  return (
    select spine_position(least(min(running), pg_current_xact_id_if_assigned(), pg_snapshot_xmax(pg_current_snapshot())))
    from pg_snapshot_xip(pg_current_snapshot()) running
    where not exists (
      select from pg_stat_activity where backend_xid = running::xid and datname <> current_database()));
end
$$;
