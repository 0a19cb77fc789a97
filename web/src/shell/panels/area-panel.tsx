import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { accountEntries, contactEntries, type NavEntry } from '../../areas/nav-entries.ts'
import type { AreaKey } from '../../areas/use-areas.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { visibleEntries } from '../../areas/visible-entries.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useMe } from '../../session/use-me.ts'
import { EntryLink } from './entry-link.tsx'
import { InboxPanel } from './inbox-panel.tsx'
import { PanelHeader, PanelNote } from './panel-parts.tsx'

const AdminPanel = lazyPart(() => import('./admin-panel.tsx'), 'AdminPanel')
const ReportsPanel = lazyPart(() => import('./reports-panel.tsx'), 'ReportsPanel')

/** The side panel: the pages of the current area. */
export function AreaPanel({ area }: { area: AreaKey }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(`area.${area}`)} className="flex flex-col">
      <PanelContent area={area} />
    </nav>
  )
}

function PanelContent({ area }: { area: AreaKey }) {
  switch (area) {
    case 'inboxes':
      return <InboxPanel />
    case 'contacts':
      return <EntryPanel title="contacts.title" entries={contactEntries} />
    case 'reports':
      return (
        <Suspense>
          <ReportsPanel />
        </Suspense>
      )
    case 'admin':
      return (
        <Suspense>
          <AdminPanel />
        </Suspense>
      )
    case 'account':
      return <EntryPanel title="account.title" entries={accountEntries} />
  }
}

function EntryPanel({ title, entries }: { title: string; entries: readonly NavEntry[] }) {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const visible = visibleEntries(entries, me, exists)
  return (
    <>
      <PanelHeader title={t(title)} />
      <div className="mt-2 flex flex-col gap-px">
        {visible.map((entry) => (
          <EntryLink key={entry.path} entry={entry} />
        ))}
      </div>
      {visible.length === 0 && <PanelNote />}
    </>
  )
}
