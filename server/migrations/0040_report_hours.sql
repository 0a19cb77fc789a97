-- At which hours of a day things happened lies in the day's sum; hours have no rows of their own any more.

-- "If": for some hours of 2026-11-22, 0039 did the same to the sums and to this index.
drop index if exists report_sums_hours;
delete from report_sums where grain = 'hour';

-- Of a day: how many at which hour, as pairs of the seconds from the day's beginning to the hour's and how many.
alter table report_sums
  add column if not exists hours integer[] not null default '{}',
  drop constraint report_sums_grain_check,
  add check (grain in ('day', 'month'));
alter table report_sums alter column hours drop default;

-- The sums of before have none: until all are added up anew, facts are counted. What was being added up begins anew as well.
delete from report_sums where generation <> (select generation from report_state);
delete from report_times where generation <> (select generation from report_state);
update report_state set steps = 0, next_generation = null, next_time_zone = null, next_up_to = null;

-- What lies behind a number of a tag is counted from this alone, and from the tags of the conversations.
drop index report_facts_kind;
create index report_facts_kind on report_facts (kind, at desc, id desc) include (conversation_id);
