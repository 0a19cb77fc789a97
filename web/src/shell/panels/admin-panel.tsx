import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminEntries, adminGroups, overviewEntry } from '../../areas/admin-entries.ts'
import { adminPermissions, type NavGroup } from '../../areas/nav-entries.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { visibleEntries, visibleGroups } from '../../areas/visible-entries.ts'
import { mayAny } from '../../session/permissions.ts'
import { settingsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { EntryLink } from './entry-link.tsx'
import { PanelGroup, PanelHeader, PanelNote } from './panel-parts.tsx'

export function AdminPanel() {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const version = useQuery(settingsQuery).data?.['app.version']
  return (
    <>
      <PanelHeader title={t('admin.title')}>
        {version && (
          <span className="pr-1.5 text-xs text-ink-3 tabular-nums" title={t('shell.version', { version })}>
            {version}
          </span>
        )}
      </PanelHeader>
      <div className="mt-2 flex flex-col gap-px">
        {visibleEntries([overviewEntry], me, exists).map((entry) => (
          <EntryLink key={entry.path} entry={entry} brief />
        ))}
        <AdminGroups groups={visibleGroups(adminGroups, me, exists)} />
        {visibleEntries(adminEntries, me, exists).map((entry) => (
          <EntryLink key={entry.path} entry={entry} brief />
        ))}
      </div>
      {!mayAny(me, adminPermissions) && <PanelNote />}
    </>
  )
}

function AdminGroups({ groups }: { groups: readonly NavGroup[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = groups.find((group) => group.entries.some((entry) => pathname.startsWith(entry.path)))
  // A group opened manually stays open until the path moves to another group.
  const [chosen, setChosen] = useState<{ on: string | undefined; open: string | null } | null>(null)
  const open = chosen && chosen.on === current?.label ? chosen.open : (current?.label ?? groups[0]?.label)
  return groups.map((group) => (
    <PanelGroup
      key={group.label}
      label={t(group.label)}
      open={group.label === open}
      onToggle={() => setChosen({ on: current?.label, open: group.label === open ? null : group.label })}
    >
      {group.entries.map((entry) => (
        <EntryLink key={entry.path} entry={entry} brief />
      ))}
    </PanelGroup>
  ))
}
