import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyPage } from '../lazy-page.ts'
import { area, idParam } from './admin-area-route.ts'

const adminHome = createRoute({
  getParentRoute: () => area,
  path: '/admin',
  component: lazyPage(() => import('./admin-empty.tsx'), 'AdminEmpty'),
  staticData: { title: 'admin.title' },
})
const overview = createRoute({
  getParentRoute: () => area,
  path: '/admin/overview',
  component: lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  staticData: { title: 'admin.overview' },
})
const general = createRoute({
  getParentRoute: () => area,
  path: '/admin/general',
  component: lazyPage(() => import('../../features/settings/general-page.tsx'), 'GeneralPage'),
  staticData: { title: 'admin.general' },
})
const system = createRoute({
  getParentRoute: () => area,
  path: '/admin/system',
  component: lazyPage(() => import('../../features/system/system-page.tsx'), 'SystemPage'),
  staticData: { title: 'admin.system' },
})
const hoursList = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours',
  component: lazyPage(() => import('../../features/business-hours/hours-list-page.tsx'), 'HoursListPage'),
  staticData: { title: 'admin.business_hours' },
})
const newHours = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours/new',
  component: lazyPage(() => import('../../features/business-hours/new-hours-page.tsx'), 'NewHoursPage'),
  staticData: { title: 'hours.new' },
})
const hours = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/business-hours/hours-page.tsx'), 'HoursPage'),
  staticData: { title: 'hours.edit' },
})
const slaList = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla',
  component: lazyPage(() => import('../../features/sla/sla-list-page.tsx'), 'SlaListPage'),
  staticData: { title: 'admin.sla' },
})
const newSla = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla/new',
  component: lazyPage(() => import('../../features/sla/new-sla-page.tsx'), 'NewSlaPage'),
  staticData: { title: 'sla.new' },
})
const sla = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/sla/sla-page.tsx'), 'SlaPage'),
  staticData: { title: 'sla.edit' },
})
const notification = createRoute({
  getParentRoute: () => area,
  path: '/admin/notification',
  component: lazyPage(() => import('../../features/notification/notification-page.tsx'), 'NotificationPage'),
  staticData: { title: 'notification.title' },
})
const templates = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates',
  validateSearch: z.object({
    type: z.enum(['email_outgoing', 'email_notification']).optional().catch(undefined),
  }),
  component: lazyPage(() => import('../../features/templates/templates-page.tsx'), 'TemplatesPage'),
  staticData: { title: 'admin.templates' },
})
const newTemplate = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates/new',
  component: lazyPage(() => import('../../features/templates/new-template-page.tsx'), 'NewTemplatePage'),
  staticData: { title: 'templates.new' },
})
const template = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/templates/template-page.tsx'), 'TemplatePage'),
  staticData: { title: 'templates.edit' },
})

/** The workspace itself: settings, hours, targets and texts. */
export const workspaceRoutes = [
  adminHome,
  overview,
  general,
  system,
  hoursList,
  newHours,
  hours,
  slaList,
  newSla,
  sla,
  notification,
  templates,
  newTemplate,
  template,
] as const
