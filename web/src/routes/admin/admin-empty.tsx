import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { overviewEntry } from '../../areas/admin-entries.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'

export function AdminEmpty() {
  const { t } = useTranslation()
  return (
    <EmptyState
      heading="h1"
      icon={Settings}
      title={t('admin.empty.title')}
      action={
        <Link to={overviewEntry.path} className="font-medium text-accent-text hover:underline">
          {t('admin.empty.overview')}
        </Link>
      }
    >
      {t('admin.empty.text')}
    </EmptyState>
  )
}
