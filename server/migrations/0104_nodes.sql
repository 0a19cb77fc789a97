-- The processes that run on this database, and what each of them has to itself, such as a mailbox.
-- oldest-compatible-schema: 0065
create table nodes (
  id uuid primary key,
  host text not null,
  pid int not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

create table leases (
  name text primary key,
  node_id uuid not null,
  fence bigint not null,
  expires_at timestamptz not null
);
-- Each lease has a higher number than any before it, whatever its name.
create sequence lease_fences;

-- The lease under which a mailbox was read last. A node with an older one must not move the cursor any more.
alter table imap_cursors add column fence bigint not null default 0;
