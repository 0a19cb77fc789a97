import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/use-me.ts'
import { everyAdminEntry } from '../shell/areas.ts'
import { useRouteExists } from '../shell/use-route-exists.ts'
import { visibleEntries } from '../shell/visible.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export function AdminEmpty() {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const some = visibleEntries(everyAdminEntry, me, exists).length > 0
  return (
    <EmptyState heading="h1" icon={Settings} title={t('admin.empty.title')}>
      {t(some ? 'admin.empty.text' : 'admin.empty.none')}
    </EmptyState>
  )
}
