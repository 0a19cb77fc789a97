import type { Conversation } from '@parley/contract/conversations/conversations'
import { trashDays } from '@parley/contract/conversations/trash'
import { OctagonAlert, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { daysLeft } from './days-left.ts'

/** Says why a conversation is out of the lists and until when, and how to get it back. */
export function TrashBanner({
  conversation: { trashed_at, trash_reason },
  actions,
}: {
  conversation: Conversation
  actions: ConversationActions
}) {
  const { t } = useTranslation()
  if (!trashed_at) return null
  const isSpam = trash_reason === 'spam'
  const Icon = isSpam ? OctagonAlert : Trash2
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface-sunk px-4 py-2"
    >
      <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 text-ink-2">
        {t(isSpam ? 'trash.banner.spam' : 'trash.banner.deleted')}{' '}
        {t('trash.banner.until', { count: daysLeft(trashed_at, trashDays, new Date()) })}
      </p>
      {!isSpam && (
        <Button size="sm" onClick={() => actions.run({ type: 'restore' })}>
          {t('command.restore')}
        </Button>
      )}
      {isSpam && (
        <Button size="sm" onClick={() => actions.run({ type: 'mark_not_spam' })}>
          {t('command.not_spam')}
        </Button>
      )}
    </div>
  )
}
