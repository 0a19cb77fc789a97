-- Whose turn it is: of the members of a team the one whose number is lowest was handed a conversation longest ago. A row of its own, for
-- memberships are replaced as a whole when a form is saved.
create table assignment_turns (
  team_id bigint not null references teams on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  turn bigint not null check (turn > 0),
  primary key (team_id, agent_id)
);
create index assignment_turns_agent on assignment_turns (agent_id);
