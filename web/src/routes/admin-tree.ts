import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { main } from './trunk.ts'

const withID = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** Everything under /admin: who may not enter an area is told so instead. */
const area = createRoute({
  getParentRoute: () => main,
  id: 'admin-area',
  component: lazyRouteComponent(() => import('./admin-area.tsx'), 'AdminArea'),
})
const start = createRoute({
  getParentRoute: () => area,
  path: '/admin',
  component: lazyRouteComponent(() => import('./admin-empty.tsx'), 'AdminEmpty'),
  staticData: { title: 'admin.title' },
})
const tags = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/tags',
  component: lazyRouteComponent(() => import('../features/tags/tags-page.tsx'), 'TagsPage'),
  staticData: { title: 'admin.tags' },
})
const statuses = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/statuses',
  component: lazyRouteComponent(() => import('../features/statuses/statuses-page.tsx'), 'StatusesPage'),
  staticData: { title: 'admin.statuses' },
})
const teams = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams',
  component: lazyRouteComponent(() => import('../features/teams/teams-page.tsx'), 'TeamsPage'),
  staticData: { title: 'admin.teams' },
})
const newTeam = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/new',
  component: lazyRouteComponent(() => import('../features/teams/new-team-page.tsx'), 'NewTeamPage'),
  staticData: { title: 'teams.new' },
})
const team = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/$id/edit',
  params: withID,
  component: lazyRouteComponent(() => import('../features/teams/team-page.tsx'), 'TeamPage'),
  staticData: { title: 'teams.edit' },
})
const agents = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents',
  component: lazyRouteComponent(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  staticData: { title: 'admin.agents' },
})
const newAgent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/new',
  component: lazyRouteComponent(() => import('../features/agents/new-agent-page.tsx'), 'NewAgentPage'),
  staticData: { title: 'agents.new' },
})
const agent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/$id/edit',
  params: withID,
  component: lazyRouteComponent(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
  staticData: { title: 'agents.edit' },
})
const roles = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles',
  component: lazyRouteComponent(() => import('../features/roles/roles-page.tsx'), 'RolesPage'),
  staticData: { title: 'admin.roles' },
})
const newRole = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/new',
  component: lazyRouteComponent(() => import('../features/roles/new-role-page.tsx'), 'NewRolePage'),
  staticData: { title: 'roles.new' },
})
const role = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/$id/edit',
  params: withID,
  component: lazyRouteComponent(() => import('../features/roles/role-page.tsx'), 'RolePage'),
  staticData: { title: 'roles.edit' },
})
const activityLog = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/activity-log',
  component: lazyRouteComponent(
    () => import('../features/activity-log/activity-log-page.tsx'),
    'ActivityLogPage',
  ),
  staticData: { title: 'admin.activity_log' },
})

export const admin = area.addChildren([
  start,
  ...[tags, statuses],
  ...[teams, newTeam, team],
  ...[agents, newAgent, agent],
  ...[roles, newRole, role],
  activityLog,
])
