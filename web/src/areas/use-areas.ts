import { BarChart3, Inbox, type LucideIcon, Settings, Users } from 'lucide-react'
import { may, mayAny } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'
import { adminPermissions, contactEntries, reportEntries } from './nav-entries.ts'
import { useRouteExists } from './use-route-exists.ts'
import { visibleEntries } from './visible-entries.ts'

/** `command` is the id of the command that opens it, for its shortcut. */
export type Area = { key: AreaKey; label: string; icon: LucideIcon; path: string; command: string }
export type AreaKey = 'inboxes' | 'contacts' | 'reports' | 'admin' | 'account'

/** The areas in the main bar for the signed-in agent. */
export function useAreas(): Area[] {
  const me = useMe()
  const exists = useRouteExists()
  const areas: Area[] = [
    { key: 'inboxes', label: 'area.inboxes', icon: Inbox, path: '/inboxes/assigned', command: 'go.assigned' },
  ]
  if (visibleEntries(contactEntries, me, exists).length > 0)
    areas.push({
      key: 'contacts',
      label: 'area.contacts',
      icon: Users,
      path: '/contacts',
      command: 'go.contacts',
    })
  if (visibleEntries(reportEntries, me, exists).length > 0)
    areas.push({
      key: 'reports',
      label: 'area.reports',
      icon: BarChart3,
      path: '/reports/overview',
      command: 'go.reports',
    })
  if (mayAny(me, adminPermissions)) {
    const general = may(me, 'general_settings:manage') && exists('/admin/general')
    areas.push({
      key: 'admin',
      label: 'area.admin',
      icon: Settings,
      path: general ? '/admin/general' : '/admin',
      command: 'go.settings',
    })
  }
  return areas
}

/** The area of a path; it decides which side panel is shown. */
export function areaOf(pathname: string): AreaKey | null {
  const first = pathname.split('/')[1]
  return keys.find((key) => key === first) ?? null
}

const keys: readonly AreaKey[] = ['inboxes', 'contacts', 'reports', 'admin', 'account']
