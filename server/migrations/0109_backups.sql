-- The backups that were made, so that old ones can be removed and people can see when the last one was.
-- oldest-compatible-schema: 0065
create table backups (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A folder, or the URL of one in S3.
  target text not null,
  name text not null,
  -- Made for the target of the settings: removed when newer ones have replaced it.
  is_managed boolean not null,
  finished_at timestamptz,
  bytes bigint,
  error text,
  removed_at timestamptz,
  unique (target, name),
  check ((finished_at is null) = (bytes is null)),
  check (finished_at is null or error is null)
);
create index on backups (finished_at desc) where finished_at is not null;
