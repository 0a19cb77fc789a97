import { useNavigate } from '@tanstack/react-router'
import { Funnel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { inboxPath } from '../../lib/inbox-list.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Button } from '../../ui/inputs/button.tsx'

/** In place of the list of a view that was deleted or is no longer shared. An open conversation stays open. */
export function ViewGone({ uuid }: { uuid: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={Funnel}
      title={t('view.gone.title')}
      action={
        <Button onClick={() => void navigate({ to: inboxPath({ type: 'assigned' }, uuid) })}>
          {t('view.gone.action')}
        </Button>
      }
    >
      {t('view.gone.text')}
    </EmptyState>
  )
}
