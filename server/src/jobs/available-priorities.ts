/**
 * A common table expression (`with recursive …`) with the priorities of the jobs that are not running. The queue's index begins with the
 * priority, so due jobs are looked up for each of them: one scan over all would read every timer of the future as well.
 */
export const availablePriorities = `priorities as (
  (select priority from graphile_worker._private_jobs where is_available order by priority limit 1)
  union all
  select (select j.priority from graphile_worker._private_jobs j
    where j.is_available and j.priority > p.priority order by j.priority limit 1)
  from priorities p where p.priority is not null
)`
