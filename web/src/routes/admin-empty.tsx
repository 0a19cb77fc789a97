import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { GettingStarted } from '../features/getting-started/getting-started.tsx'
import { BringBack } from '../features/getting-started/put-away.tsx'
import { useMe } from '../session/use-me.ts'
import { everyAdminEntry } from '../shell/admin-areas.ts'
import { useRouteExists } from '../shell/use-route-exists.ts'
import { visibleEntries } from '../shell/visible.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export function AdminEmpty() {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const allowed = visibleEntries(everyAdminEntry, me, () => true)
  const some = allowed.some(({ path }) => exists(path))
  const empty = (
    <EmptyState
      heading="h1"
      icon={Settings}
      title={t(some ? 'admin.empty.title' : 'admin.title')}
      action={<BringBack />}
    >
      {some && t('admin.empty.text')}
      {!some && t(allowed.length > 0 ? 'admin.empty.pending' : 'admin.empty.none')}
    </EmptyState>
  )
  return <GettingStarted heading="h1" otherwise={empty} />
}
