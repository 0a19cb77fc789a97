-- Remembers which files broke a task of the sandboxed process, so that they are not tried again.
-- oldest-compatible-schema: 0041
create table sandbox_failures (
  task text not null,
  content_hash bytea not null,
  reason text not null,
  failed_at timestamptz not null,
  primary key (task, content_hash)
);
-- The hash alone finds them when the file is removed.
create index sandbox_failures_content on sandbox_failures (content_hash);
