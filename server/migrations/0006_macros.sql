-- Each agent's recently used macros come first in their list.
create table macro_uses (
  macro_id bigint not null references macros on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  uses integer not null default 1,
  last_used_at timestamptz not null,
  primary key (agent_id, macro_id)
);
-- For deleting a macro with its uses.
create index macro_uses_macro on macro_uses (macro_id);
