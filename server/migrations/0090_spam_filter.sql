-- The spam filter: what it has learned, and what it found out about conversations.
-- oldest-compatible-schema: 0065
-- Score and reasons, of conversations that were suggested or moved. Never in events, because it contains words of the email.
alter table conversations add spam_judgement jsonb;
alter table conversations add is_spam_suggested boolean not null default false;

-- One lesson per conversation, with what was counted, so that it can be taken back exactly.
create table spam_lessons (
  conversation_id bigint primary key references conversations on delete cascade,
  is_spam boolean not null,
  tokens text[] not null,
  learned_at timestamptz not null
);

-- In how many lessons of each kind a token occurred. Counts stay when a conversation is deleted permanently.
create table spam_tokens (
  token text primary key,
  spam integer not null check (spam >= 0),
  not_spam integer not null check (not_spam >= 0)
);

create table spam_totals (
  is_only boolean primary key default true check (is_only),
  spam integer not null default 0 check (spam >= 0),
  not_spam integer not null default 0 check (not_spam >= 0)
);
insert into spam_totals default values;
