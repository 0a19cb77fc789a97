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

const sso = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso',
  component: lazyRouteComponent(() => import('../features/sso/sso-page.tsx'), 'SsoPage'),
  staticData: { title: 'admin.sso' },
})
const newSso = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/new',
  component: lazyRouteComponent(() => import('../features/sso/new-provider-page.tsx'), 'NewProviderPage'),
  staticData: { title: 'sso.new' },
})
const ssoProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/$id/edit',
  params: withID,
  component: lazyRouteComponent(() => import('../features/sso/provider-page.tsx'), 'ProviderPage'),
  staticData: { title: 'sso.edit' },
})

export const admin = area.addChildren([start, tags, statuses, teams, newTeam, team, sso, newSso, ssoProvider])
