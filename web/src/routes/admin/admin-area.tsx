import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityNotFound } from '../../admin/entity-page.tsx'
import { allAdminEntries } from '../../areas/admin-entries.ts'
import { adminPermissions } from '../../areas/nav-entries.ts'
import { NoAccess } from '../../areas/no-access.tsx'
import { mayAny } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** An admin page, for agents with permission. The server checks every call as well. */
export function AdminArea() {
  const { t } = useTranslation()
  const me = useMe()
  const { pathname } = useLocation()
  const { id } = useParams({ strict: false })
  const entry = allAdminEntries.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  const { label, permissions } = entry ?? { label: 'admin.title', permissions: adminPermissions }
  if (!mayAny(me, permissions)) return <NoAccess area={t(label)} permissions={permissions} />
  // Handles invalid ids for all pages, so that none requests them.
  if (Number.isNaN(id)) return <EntityNotFound parent={{ to: entry?.path ?? '/admin', label: t(label) }} />
  return <Outlet />
}
