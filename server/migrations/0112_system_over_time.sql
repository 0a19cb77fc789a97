-- Response times over time, and how far a backup is.
-- oldest-compatible-schema: 0103

-- One row per hour and machine with the role web, kept for 90 days.
create table request_samples (
  at timestamptz not null,
  host text not null,
  -- Requests to the API by duration; the bounds are those of parley_http_request_duration_seconds, the last one is open.
  durations bigint[] not null,
  -- Answered with a status of 500 or above.
  errors bigint not null,
  primary key (at, host)
);

alter table backups
  -- Of the last attempt; created_at is the time of the data.
  add column started_at timestamptz,
  -- {step, done, total, unit} while it is being made.
  add column progress jsonb;
