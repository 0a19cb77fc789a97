-- Reading the spine keeps one plan per connection, however many partitions the events have.
-- oldest-compatible-schema: 0103
-- The position of the oldest transaction that was running in this database when the statement began, or of the next one to start. Every
-- transaction before it has ended, so no event can appear before it any more. PostgreSQL's own pg_snapshot_xmin counts transactions in all
-- databases of the server; this leaves out those that run in another one, which any role may see. It leaves out the others' instead of
-- looking for ours, because one of ours that ended while the statement ran is no longer listed, and its events aren't visible yet.
create function spine_horizon() returns xid8 language sql stable as $$
  select spine_position(least(min(running), pg_current_xact_id_if_assigned(), pg_snapshot_xmax(pg_current_snapshot())))
  from pg_snapshot_xip(pg_current_snapshot()) running
  where not exists (
    select from pg_stat_activity where backend_xid = running::xid and datname <> current_database())
$$;

-- The next events after a position, in order, from transactions below the horizon. Stable, so that it sees what its caller's statement
-- sees. One plan fits all values, but PostgreSQL can't know that, and planning over all partitions takes ten times as long as reading.
create function read_events(after_xid xid8, after_id bigint, max_events int) returns setof events language plpgsql stable
set plan_cache_mode = force_generic_plan
-- It can't know how few events are new either, and would sort all of them.
set enable_sort = off as $$
begin
  return query select * from events
    where (xid, id) > (after_xid, after_id) and xid < (select spine_horizon())
    order by xid, id limit max_events;
end
$$;
