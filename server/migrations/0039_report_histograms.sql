-- How long things took, as one histogram per day and month; and statuses whose category changes count for all of their conversations.

drop table report_times;
drop function report_step;

-- Two histograms as one: pairs of a step and how many took so long, by step. Minus as many takes them away.
create function report_histograms(a integer[], b integer[]) returns integer[] language sql immutable parallel safe
  return (
    select coalesce(array_agg(array[step, count] order by step), '{}')
    from (
      select step, sum(count)::integer as count
      from (
        select a[i][1] as step, a[i][2] as count from generate_subscripts(a, 1) i
        union all select b[i][1], b[i][2] from generate_subscripts(b, 1) i
      ) pairs group by step having sum(count) <> 0
    ) summed
  );

-- How many took how long, on the wall and in business hours: what medians are found by. Steps are those of `timeSteps`.
create table report_times (
  dim text not null check (dim in ('all', 'inbox', 'team', 'agent', 'tag')),
  dim_id bigint not null,
  grain text not null check (grain in ('day', 'month')),
  slot timestamptz not null,
  kind text not null,
  wall integer[] not null,
  business integer[] not null,
  primary key (dim, dim_id, grain, slot, kind)
);

-- Which `timeSteps` they were added up by; the reader does it anew where others are in force.
alter table report_state add column steps integer not null default 0;

-- The busiest hours of a year are one kind of nine thousand.
create index report_sums_hours on report_sums (kind, slot) include (count) where grain = 'hour';

-- An event that is read twice is counted once; one of a status is about many conversations.
alter table report_facts drop constraint report_facts_event_id_kind_key;
alter table report_facts add unique (event_id, kind, conversation_id);
