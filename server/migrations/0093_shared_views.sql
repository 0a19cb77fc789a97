-- Views shared with a team or with everyone, and the order of views. Whoever manages macros may manage shared views.
-- oldest-compatible-schema: 0065
alter table views
  -- Older servers only read views by their owner, and shared ones have none.
  alter column agent_id drop not null,
  add column visibility text not null default 'user' check (visibility in ('user', 'team', 'all')),
  add column team_id bigint references teams on delete cascade,
  -- Among the views with the same owner, team or visibility. Null until they are ordered; those come last, by name.
  add column position integer,
  add constraint views_owner check ((visibility = 'user') = (agent_id is not null)),
  add constraint views_team check ((visibility = 'team') = (team_id is not null));
create index views_agent_id on views (agent_id) where agent_id is not null;
create index views_team_id on views (team_id) where team_id is not null;

update roles set
  updated_at = now(),
  permissions = array(
    select distinct permission from unnest(permissions || '{shared_views:manage}') as permission order by permission)
where ('macros:manage' = any(permissions) or name = 'Admin') and not 'shared_views:manage' = any(permissions);
