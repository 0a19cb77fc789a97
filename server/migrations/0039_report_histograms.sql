-- How long things took, as one histogram per day and month; sums that are added up anew beside those that are read meanwhile; and statuses
-- whose category changes count for all of their conversations.

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
  generation integer not null,
  dim text not null check (dim in ('all', 'inbox', 'team', 'agent', 'tag')),
  dim_id bigint not null,
  grain text not null check (grain in ('day', 'month')),
  slot timestamptz not null,
  kind text not null,
  wall integer[] not null,
  business integer[] not null,
  primary key (generation, dim, dim_id, grain, slot, kind)
);

-- Sums and times of another generation than the one that is read are still being added up, or are to be forgotten.
alter table report_sums add column generation integer not null default 1;
alter table report_sums alter column generation drop default;
alter table report_sums drop constraint report_sums_pkey;
alter table report_sums add primary key (generation, dim, dim_id, grain, slot, kind);
-- The busiest hours of a year are one kind of nine thousand.
create index report_sums_hours on report_sums (generation, kind, slot) include (count) where grain = 'hour';

-- `steps`: which `timeSteps` the generation was added up by. The next one has another zone or other steps, and holds the facts up to an id.
alter table report_state
  add column generation integer not null default 1,
  add column steps integer not null default 0,
  add column next_generation integer,
  add column next_time_zone text,
  add column next_up_to bigint,
  add check ((next_generation is null) = (next_time_zone is null) and (next_generation is null) = (next_up_to is null));

-- An event that is read twice is counted once; one of a status is about many conversations.
alter table report_facts drop constraint report_facts_event_id_kind_key;
alter table report_facts add unique (event_id, kind, conversation_id);

-- What is open now is counted without a look at the conversations themselves; so are the charts of the overview, day by day.
create index conversations_open on conversations (assigned_user_id)
  include (assigned_team_id, inbox_id, id, last_message_sender, first_reply_at) where deleted_at is null and status_category <> 'closed';
create index conversations_resolved on conversations (resolved_at) include (created_at) where deleted_at is null;

-- What is not summed is counted from these alone: hours of an agent, and two filters at once.
create index report_facts_agent_at on report_facts (agent_id, at)
  include (kind, inbox_id, team_id, conversation_id, wall_seconds, business_seconds, rating);
create index report_facts_team_at on report_facts (team_id, inbox_id, at)
  include (kind, agent_id, conversation_id, wall_seconds, business_seconds, rating);
