-- Messages are found by the names of their files; existing ones are backfilled, as in 0002.
-- oldest-compatible-schema: 0057
alter table search_progress drop constraint search_progress_kind_check;
alter table search_progress add constraint search_progress_kind_check check (kind in ('messages', 'conversations', 'files'));
insert into search_progress (kind, below) select 'files', coalesce(max(id), 0) + 1 from media;
