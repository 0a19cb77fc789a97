import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ui/display/error-state.tsx'
import { retryPages } from './lazy-page.ts'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <ErrorState
      title={t('error.page.title')}
      message={(error instanceof Error && error.message) || t('error.unknown')}
      reference={error instanceof ApiError ? error.request_id : null}
      onRetry={() => {
        retryPages()
        reset()
        void router.invalidate()
      }}
    />
  )
}
