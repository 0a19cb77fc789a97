/** The reports in the order of the sidebar; `name` is the last segment of the path. */
export const reportPages = [
  { name: 'overview', path: '/reports/overview', label: 'reports.overview' },
  { name: 'agents', path: '/reports/agents', label: 'reports.agents' },
  { name: 'teams', path: '/reports/teams', label: 'reports.teams' },
  { name: 'inboxes', path: '/reports/inboxes', label: 'reports.inboxes' },
  { name: 'tags', path: '/reports/tags', label: 'reports.tags' },
  { name: 'sla', path: '/reports/sla', label: 'reports.sla' },
  { name: 'satisfaction', path: '/reports/satisfaction', label: 'reports.satisfaction' },
] as const
