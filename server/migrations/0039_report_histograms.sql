-- Durations as one histogram per day and month; sums that are rebuilt while the previous ones are read; and statuses
-- whose category changes apply to all their conversations.

drop table report_times;
drop function report_step;

-- Adds two histograms: pairs of a bucket and its count, ordered by bucket. Negative counts subtract.
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

-- Histograms of durations, elapsed and in business hours, for medians. Buckets are those of `timeSteps`.
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

-- Sums and histograms of a generation other than the current one are being rebuilt, or will be deleted.
alter table report_sums add column generation integer not null default 1;
alter table report_sums alter column generation drop default;
alter table report_sums drop constraint report_sums_pkey;
alter table report_sums add primary key (generation, dim, dim_id, grain, slot, kind);
-- The busiest hours of a year read one kind of nine thousand rows.
create index report_sums_hours on report_sums (generation, kind, slot) include (count) where grain = 'hour';

-- `steps`: the `timeSteps` of the generation. The next one has another time zone or other buckets, and contains the facts up to an id.
alter table report_state
  add column generation integer not null default 1,
  add column steps integer not null default 0,
  add column next_generation integer,
  add column next_time_zone text,
  add column next_up_to bigint,
  add check ((next_generation is null) = (next_time_zone is null) and (next_generation is null) = (next_up_to is null));

-- An event that is processed twice is counted once; an event about a status concerns many conversations.
alter table report_facts drop constraint report_facts_event_id_kind_key;
alter table report_facts add unique (event_id, kind, conversation_id);

-- Open conversations are counted without reading the conversations themselves; so are the daily charts of the overview.
create index conversations_open on conversations (assigned_user_id)
  include (assigned_team_id, inbox_id, id, last_message_sender, first_reply_at) where deleted_at is null and status_category <> 'closed';
create index conversations_resolved on conversations (resolved_at) include (created_at) where deleted_at is null;

-- Numbers without sums are counted from this index alone: hours of an agent, and two filters combined.
create index report_facts_agent_at on report_facts (agent_id, at)
  include (kind, inbox_id, team_id, conversation_id, wall_seconds, business_seconds, rating);
create index report_facts_team_at on report_facts (team_id, inbox_id, at)
  include (kind, agent_id, conversation_id, wall_seconds, business_seconds, rating);
