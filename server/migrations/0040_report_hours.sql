-- The hours of a day are stored in the day's sum; hours no longer have their own rows.

-- "If": for some hours of 2026-11-22, 0039 did the same to the sums and to this index.
drop index if exists report_sums_hours;
delete from report_sums where grain = 'hour';

-- For a day: the count per hour, as pairs of the seconds from the start of the day and the count.
alter table report_sums
  add column if not exists hours integer[] not null default '{}',
  drop constraint report_sums_grain_check,
  add check (grain in ('day', 'month'));
alter table report_sums alter column hours drop default;

-- Existing sums have none: until all are rebuilt, facts are counted. A rebuild in progress starts again as well.
delete from report_sums where generation <> (select generation from report_state);
delete from report_times where generation <> (select generation from report_state);
update report_state set steps = 0, next_generation = null, next_time_zone = null, next_up_to = null;

-- The drill-down of a tag is counted from this index alone, and from the tags of the conversations.
drop index report_facts_kind;
create index report_facts_kind on report_facts (kind, at desc, id desc) include (conversation_id);
