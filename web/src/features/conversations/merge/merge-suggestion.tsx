import type { Conversation, PreviousConversation } from '@parley/contract/conversations/conversations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useStoredFlag } from '../../../lib/browser/stored-value.ts'
import { may } from '../../../session/permissions.ts'
import { statusesQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { useMerge } from './use-merge.ts'

const RECENT_MS = 14 * 86_400_000

type Other = z.infer<typeof PreviousConversation>

/** One quiet line if the customer has another open conversation with recent messages: merge it into this one. */
export function MergeSuggestion({
  conversation: c,
  listPath,
}: {
  conversation: Conversation
  listPath: string
}) {
  const me = useMe()
  const statuses = useQuery(statusesQuery).data ?? []
  const isActive = ({ status }: Other) =>
    statuses.some(({ name, category }) => name === status && category !== 'closed')
  const isRecent = (one: Other) => Date.now() - Date.parse(one.last_message_at ?? one.created_at) < RECENT_MS
  const other = (c.previous_conversations ?? []).find((one) => isActive(one) && isRecent(one))
  const isMergeable = c.status_category !== 'closed' && !c.merged_into && !c.trashed_at
  if (!other || !isMergeable || !may(me, 'conversations:merge')) return null
  return <Suggestion key={other.uuid} conversation={c} other={other} listPath={listPath} />
}

function Suggestion({
  conversation: c,
  other,
  listPath,
}: {
  conversation: Conversation
  other: Other
  listPath: string
}) {
  const { t } = useTranslation()
  const [isDismissed, setDismissed] = useStoredFlag(
    `merge.dismissed.${[c.uuid, other.uuid].toSorted().join('.')}`,
    false,
  )
  const merge = useMerge(() => {})
  if (isDismissed) return null
  const path: string = `${listPath}/conversation/${other.uuid}`
  return (
    <div className="mx-4 mb-3 rounded-lg border px-3 py-2">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-ink-2">
          {t('merges.suggestion')}{' '}
          <Link to={path} search dir="auto" className="font-medium text-ink hover:underline">
            {other.subject || t('conversation.no_subject')}
          </Link>
        </p>
        <IconButton label={t('ui.close')} size="sm" onClick={() => setDismissed(true)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <Button
        size="sm"
        className="mt-1.5"
        loading={merge.isPending}
        onClick={() => merge.mutate({ uuids: [other.uuid], target: c })}
      >
        {t('merges.merge_here')}
      </Button>
    </div>
  )
}
