import { BarChart3, Funnel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'

// Paths that answer before their screens exist. Nothing links here; an old bookmark may.

export function UpcomingViews() {
  const { t } = useTranslation()
  return (
    <EmptyState heading="h1" icon={Funnel} title={t('inbox.view_pending.title')}>
      {t('inbox.view_pending.text')}
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
