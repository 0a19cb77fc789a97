-- Records which files failed in the sandboxed process, so that they are not retried.
-- oldest-compatible-schema: 0041
create table sandbox_failures (
  task text not null,
  content_hash bytea not null,
  reason text not null,
  failed_at timestamptz not null,
  primary key (task, content_hash)
);
-- For deleting the records of a removed file by its hash.
create index sandbox_failures_content on sandbox_failures (content_hash);
