-- The round robin order: the member of a team with the lowest number was assigned a conversation longest ago. In a separate table, because
-- all memberships are replaced when a form is saved.
create table assignment_turns (
  team_id bigint not null references teams on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  turn bigint not null check (turn > 0),
  primary key (team_id, agent_id)
);
create index assignment_turns_agent on assignment_turns (agent_id);
