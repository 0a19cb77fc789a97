import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { area, idParam } from './admin-area-route.ts'

const teams = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams',
  component: lazyPage(() => import('../../features/teams/teams-page.tsx'), 'TeamsPage'),
  staticData: { title: 'admin.teams' },
})
const newTeam = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/new',
  component: lazyPage(() => import('../../features/teams/new-team-page.tsx'), 'NewTeamPage'),
  staticData: { title: 'teams.new' },
})
const team = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/teams/team-page.tsx'), 'TeamPage'),
  staticData: { title: 'teams.edit' },
})
const agents = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents',
  component: lazyPage(() => import('../../features/agents/agents-page.tsx'), 'AgentsPage'),
  staticData: { title: 'admin.agents' },
})
const newAgent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/new',
  component: lazyPage(() => import('../../features/agents/new-agent-page.tsx'), 'NewAgentPage'),
  staticData: { title: 'agents.new' },
})
const agentImport = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/import',
  component: lazyPage(() => import('../../features/agents/import/import-page.tsx'), 'ImportPage'),
  staticData: { title: 'agents.import' },
})
const agent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/agents/agent-page.tsx'), 'AgentPage'),
  staticData: { title: 'agents.edit' },
})
const roles = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles',
  component: lazyPage(() => import('../../features/roles/roles-page.tsx'), 'RolesPage'),
  staticData: { title: 'admin.roles' },
})
const newRole = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/new',
  component: lazyPage(() => import('../../features/roles/new-role-page.tsx'), 'NewRolePage'),
  staticData: { title: 'roles.new' },
})
const role = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/roles/role-page.tsx'), 'RolePage'),
  staticData: { title: 'roles.edit' },
})
const activityLog = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/activity-log',
  component: lazyPage(() => import('../../features/activity-log/activity-log-page.tsx'), 'ActivityLogPage'),
  staticData: { title: 'admin.activity_log' },
})

/** Who works here, and what they did. */
export const peopleRoutes = [
  teams,
  newTeam,
  team,
  agents,
  newAgent,
  agentImport,
  agent,
  roles,
  newRole,
  role,
  activityLog,
] as const
