import { type DraftSummary, deleteDraft } from '@parley/contract/messages/drafts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SquarePen, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { draftsQuery, putDraftSummary } from '../../../api/drafts.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { clearDraft } from '../../../lib/drafts.ts'
import { requestNewConversation } from '../../../lib/new-conversation-requests.ts'
import { showFailure, toast } from '../../../lib/toast.ts'
import { useMe } from '../../../session/use-me.ts'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'

/** Above the rows of the list of drafts: conversations that don't exist yet. */
export function NewConversationDrafts() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const drafts = (useQuery(draftsQuery).data ?? []).filter((draft) => draft.conversation_uuid === null)
  if (drafts.length === 0) return null
  const discard = async ({ key }: DraftSummary) => {
    try {
      await call(deleteDraft, { params: { key } })
      clearDraft({ agent_id: me.id, mode: 'new' })
      putDraftSummary(cache, key, null)
      toast.success(t('draft.discarded'))
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <ul aria-label={t('draft.new_conversations')} className="border-b p-1">
      {drafts.map((draft) => {
        const name = draft.subject || t('draft.no_subject')
        return (
          <li key={draft.key} className="group/draft relative">
            <button
              type="button"
              onClick={requestNewConversation}
              className="grid w-full grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5 rounded-lg px-3 py-2.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover"
            >
              <span className="grid size-7 place-items-center rounded-full bg-hover text-ink-3">
                <SquarePen size={15} aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="flex-1 truncate font-medium text-ink">
                    {draft.contact_email || t('draft.new_conversation')}
                  </span>
                  <RelativeTime
                    at={draft.updated_at}
                    className="shrink-0 text-xs text-ink-3 tabular-nums group-focus-within/draft:opacity-0 group-hover/draft:opacity-0 pointer-coarse:opacity-0"
                  />
                </span>
                <span dir="auto" className="block truncate text-ink-2">
                  {name}
                </span>
                <span dir="auto" className="block truncate text-ink-3">
                  <span className="font-medium text-accent-text">{t('conversation.draft')}</span>{' '}
                  {draft.excerpt}
                </span>
              </span>
            </button>
            <span className="absolute top-1.5 right-2 opacity-0 group-focus-within/draft:opacity-100 group-hover/draft:opacity-100 pointer-coarse:opacity-100">
              <IconButton label={t('draft.discard_named', { name })} onClick={() => void discard(draft)}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
