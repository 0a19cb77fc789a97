import { getWaiting, type Waiting } from '@parley/contract/conversations/assignment-status'
import type { Conversation } from '@parley/contract/conversations/conversations'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { WhyButton } from '../../explanation/why-button.tsx'
import { fullDateTime } from '../../format/date-time.tsx'
import { readerLocale } from '../../format/locale.ts'

const waitingQuery = ({ uuid, version }: Conversation) =>
  queryOptions({
    // The version is part of the key: a fetch that starts during an optimistic update may return the state before it,
    // so the saved version refetches.
    queryKey: [...queryKeys.waiting(uuid), version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getWaiting, { params: { uuid }, signal }),
    // Also changes with what the team's members do elsewhere.
    refetchInterval: 60_000,
  })

/**
 * Why a conversation that its team assigns automatically is still unassigned. Renders nothing for assigned
 * conversations and teams with manual assignment.
 */
export function WaitingNote({ conversation: c }: { conversation: Conversation }) {
  const isWaiting =
    c.assigned_user_id === null && c.assigned_team_id !== null && c.status_category !== 'closed'
  const { data } = useQuery({ ...waitingQuery(c), enabled: isWaiting })
  return isWaiting && data ? <Note waiting={data} uuid={c.uuid} /> : null
}

const shownStates = ['nobody', 'closed_hours', 'stopped'] as const
type ShownState = (typeof shownStates)[number]

function Note({ waiting, uuid }: { waiting: Waiting; uuid: string }) {
  const { t } = useTranslation()
  const state = shownStates.find((one): one is ShownState => one === waiting.state)
  const { team, team_id, method } = waiting
  if (!state || team === null || team_id === null || method === null) return null
  const text =
    state === 'closed_hours' && waiting.opens_at
      ? t('assignment.waiting.closed_hours', { team, time: fullDateTime(waiting.opens_at, readerLocale()) })
      : t(state === 'closed_hours' ? 'assignment.waiting.never' : `assignment.waiting.${state}`, { team })
  return (
    <div
      role="note"
      className="mt-2 flex gap-2 rounded-lg border bg-surface-sunk px-2.5 py-2 text-xs text-ink-2"
    >
      <Hourglass size={14} aria-hidden className="mt-0.25 text-ink-3" />
      <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {text}
        {waiting.ahead > 0 && ` ${t('assignment.waiting.ahead', { count: waiting.ahead })}`}
        {waiting.members.length > 0 && (
          <>
            {' '}
            <WhyButton
              why={{ by: 'assignment', method, team_id, team, members: waiting.members }}
              what={text}
              uuid={uuid}
            />
          </>
        )}
      </p>
    </div>
  )
}
