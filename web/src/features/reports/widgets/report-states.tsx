import type { UseQueryResult } from '@tanstack/react-query'
import { BarChart3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'

/** The report could not be loaded. */
export function ReportError({ query: { error, refetch } }: { query: UseQueryResult }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      title={t('reports.error')}
      message={error?.message}
      reference={error instanceof ApiError ? error.request_id : null}
      onRetry={() => void refetch()}
    />
  )
}

/** Shown in a workspace without any data. */
export function NoReportData() {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-3 rounded-sheet border bg-surface-sunk px-4 py-3">
      <BarChart3 size={16} aria-hidden className="mt-0.5 text-ink-3" />
      <div>
        <h2 className="font-semibold">{t('reports.empty.title')}</h2>
        <p className="text-ink-2">{t('reports.empty.text')}</p>
      </div>
    </div>
  )
}
