import { BarChart3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'

// Answers before its screen exists. Nothing links here; an old bookmark may.

export function UpcomingReports() {
  const { t } = useTranslation()
  return (
    <EmptyState heading="h1" icon={BarChart3} title={t('reports.title')}>
      {t('reports.pending')}
    </EmptyState>
  )
}
