-- What the System page shows over time, the newest findings of the doctor, and which alerts are open.
-- oldest-compatible-schema: 0103
-- What a node knows about itself, such as its disk. Null for nodes of earlier releases.
alter table nodes add column report jsonb;

-- One row per hour, kept for 90 days.
create table system_samples (
  at timestamptz primary key,
  database_bytes bigint not null,
  search_bytes bigint not null,
  -- Measured once a day, because it reads every row.
  files_bytes bigint,
  -- Of the nodes' data folders, the one with the least.
  disk_free_bytes bigint
);

create table system_checks (
  name text primary key,
  checked_at timestamptz not null,
  host text not null,
  findings jsonb not null
);

create table system_alerts (
  id bigint generated always as identity primary key,
  condition text not null,
  -- What it is about, such as a mailbox or a node; '' if there is only one.
  subject text not null,
  message text not null,
  advice text not null,
  -- When the condition was first seen. It is raised if it lasts.
  since timestamptz not null,
  raised_at timestamptz,
  -- When it was emailed last.
  notified_at timestamptz,
  resolved_at timestamptz,
  constraint system_alerts_order check (resolved_at is null or raised_at is not null)
);
create unique index system_alerts_open on system_alerts (condition, subject) where resolved_at is null;
create index system_alerts_resolved on system_alerts (resolved_at) where resolved_at is not null;

insert into templates (created_at, updated_at, type, name, subject, is_builtin, body) values
(now(), now(), 'email_notification', 'System alert', '{{ alert.subject }}', true,
'{% for item in alert.items %}
<p><strong>{{ item.label }}: {{ item.title }}</strong><br>{{ item.message }}{% if item.advice != "" %}<br>What to do: {{ item.advice }}{% endif %}</p>{% endfor %}
<p><a href="{{ link }}">Open the System page</a></p>');
