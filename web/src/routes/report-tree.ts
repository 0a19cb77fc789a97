import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { main } from './root-routes.ts'

/** All pages under /reports. Search parameters are parsed by the page, whose code is loaded lazily. */
const area = createRoute({
  getParentRoute: () => main,
  path: '/reports',
  component: lazyPage(() => import('../features/reports/pages/reports-area.tsx'), 'ReportsArea'),
  staticData: { title: 'reports.title' },
})
const reportsHome = createRoute({
  getParentRoute: () => area,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/reports/overview', replace: true })
  },
})
/** Only name and path; ReportsArea renders the report. */
const report = <Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => area, path, staticData: { title: `reports.${path}` } })

export const reports = area.addChildren([
  reportsHome,
  report('overview'),
  report('agents'),
  report('teams'),
  report('inboxes'),
  report('tags'),
  report('sla'),
  report('satisfaction'),
  report('conversations'),
])
