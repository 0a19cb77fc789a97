import { Outlet, useLocation } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayAny } from '../session/may.ts'
import { useMe } from '../session/use-me.ts'
import { everyAdminEntry } from '../shell/admin-areas.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** The page of an admin area, for those whose role opens it. The server guards every call besides. */
export function AdminArea() {
  const { t } = useTranslation()
  const me = useMe()
  const { pathname } = useLocation()
  const entry = everyAdminEntry.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  if (!entry || mayAny(me, entry.permissions)) return <Outlet />
  return (
    <EmptyState heading="h1" icon={ShieldX} title={t('admin.forbidden.title', { area: t(entry.label) })}>
      {t('admin.forbidden.text')}
    </EmptyState>
  )
}
