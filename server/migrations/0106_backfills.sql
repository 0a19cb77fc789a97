-- Changes of existing rows that take long run in the background, in small batches, and continue after a restart.
-- oldest-compatible-schema: 0103
create table backfills (
  -- As in server/src/backfills/registry.ts. Without a row there is nothing to do.
  name text primary key,
  -- Where to continue; null at the beginning.
  cursor text,
  -- Rows handled, and about how many there are.
  done bigint not null default 0,
  estimate bigint,
  started_at timestamptz,
  finished_at timestamptz,
  -- Why the last batch failed; it is tried again.
  failure text
);

-- Search continues where it was. Servers of earlier releases keep using search_progress, which does no harm: both only add what is missing.
insert into backfills (name, cursor)
  select 'search_' || kind, below::text from search_progress where kind <> 'file_texts' and below > 1;
