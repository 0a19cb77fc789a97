import { BarChart3, Search, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'

// Paths that answer before their screens exist. Nothing links here; an old bookmark may.

export function UpcomingSearch() {
  const { t } = useTranslation()
  return (
    <EmptyState heading="h1" icon={Search} title={t('inbox.search_pending.title')}>
      {t('inbox.search_pending.text')}
    </EmptyState>
  )
}

export function UpcomingContacts() {
  const { t } = useTranslation()
  return (
    <EmptyState heading="h1" icon={Users} title={t('contacts.title')}>
      {t('contacts.pending')}
    </EmptyState>
  )
}

export function UpcomingReports() {
  const { t } = useTranslation()
  return (
    <EmptyState heading="h1" icon={BarChart3} title={t('reports.title')}>
      {t('reports.pending')}
    </EmptyState>
  )
}
