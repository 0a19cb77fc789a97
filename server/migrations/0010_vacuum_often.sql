-- Counting a list reads only the index for pages that are marked all-visible. Of a million conversations a few thousand change
-- per hour, mostly open ones, which are counted most often. With PostgreSQL's default threshold (20 % changed), and because it skips
-- the indexes until 2 % of the pages have dead rows, each count would read 10,000 rows of the table: 5 ms instead of 2.
alter table conversations set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02,
  vacuum_index_cleanup = on
);
