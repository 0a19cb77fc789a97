import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allAdminEntries } from '../../areas/admin-entries.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { visibleEntries } from '../../areas/visible-entries.ts'
import { useMe } from '../../session/use-me.ts'
import { Checklist } from './checklist.tsx'
import { useGettingStarted } from './use-getting-started.ts'

/** Optional areas to set up later. */
const optionalPaths = [
  '/admin/teams/teams',
  '/admin/conversations/macros',
  '/admin/templates',
  '/admin/business-hours',
  '/admin/sso',
]

/** Setup steps, shown in an empty inbox until the workspace can answer customers. */
export function GettingStarted({ fallback }: { fallback: ReactNode }) {
  const { isPending, isShownInInbox, progress } = useGettingStarted()
  if (isPending) return null
  if (!isShownInInbox || !progress) return fallback
  return (
    <div className="h-full overflow-y-auto px-4 md:px-8">
      <div className="mx-auto max-w-140 pt-10 pb-16">
        <Checklist progress={progress} />
        <OptionalAreas />
      </div>
    </div>
  )
}

function OptionalAreas() {
  const { t } = useTranslation()
  const entries = visibleEntries(allAdminEntries, useMe(), useRouteExists())
  const optionalEntries = optionalPaths.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  if (optionalEntries.length === 0) return null
  return (
    <nav aria-label={t('start.later')} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 px-1">
      <span className="text-xs text-ink-3">{t('start.later')}</span>
      {optionalEntries.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex h-7 items-center gap-1.5 text-ink-2 underline-offset-2 hover:text-ink hover:underline"
        >
          <Icon size={14} aria-hidden className="text-ink-3" />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
