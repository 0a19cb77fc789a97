import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { adminEntries, adminGroups } from '../../../areas/admin-entries.ts'
import type { NavEntry } from '../../../areas/nav-entries.ts'
import { useRouteExists } from '../../../areas/use-route-exists.ts'
import { visibleEntries, visibleGroups } from '../../../areas/visible-entries.ts'
import { useMe } from '../../../session/use-me.ts'
import { OverviewSection } from './overview-section.tsx'

/** All admin areas that the user can open, with descriptions. */
export function AreaList() {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const others = visibleEntries(adminEntries, me, exists)
  return (
    <>
      {visibleGroups(adminGroups, me, exists).map(({ label, entries }) => (
        <Areas key={label} title={t(label)} entries={entries} />
      ))}
      {others.length > 0 && <Areas title={t('overview.areas.more')} entries={others} />}
    </>
  )
}

function Areas({ title, entries }: { title: string; entries: readonly NavEntry[] }) {
  const { t } = useTranslation()
  return (
    <OverviewSection title={title}>
      <ul className="grid gap-2 md:grid-cols-2">
        {entries.map(({ path, label, description, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex h-full items-start gap-3 rounded-lg border bg-surface px-3.5 py-3 transition-colors hover:bg-hover"
            >
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
              <span className="min-w-0">
                <span className="block font-medium">{t(label)}</span>
                {description && <span className="block text-ink-2">{t(description)}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </OverviewSection>
  )
}
