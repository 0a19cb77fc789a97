import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPages } from '../../api/conversation-list-queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { Command } from '../../commands/command.ts'
import { matchScore } from '../../commands/palette/fuzzy-match.ts'
import { usePaletteSource } from '../../commands/palette/palette-sources.ts'
import { fullName } from '../../format/names.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { inboxFromParams } from '../../routes/inbox/inbox-from-params.ts'
import { CONVERSATIONS_SHOWN } from './visited-conversations.ts'

/** Matching runs on every keystroke; beyond this many rows, use the search. */
const MAX_ROWS = 500

/**
 * Conversations in the palette: recently visited ones, and those of loaded lists by number, name, address or subject.
 * A component, so that it loads with the palette and not with the page.
 */
export function ConversationSource({ visited }: { visited: RefObject<readonly string[]> }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const router = useRouter()
  const params = useParams({ strict: false })
  const { uuid } = params
  const list = inboxFromParams(params) ?? { type: 'assigned' as const }
  usePaletteSource((query) => {
    const cached = cachedRows(cache)
    const lastVisited = () =>
      visited.current
        .filter((one) => one !== uuid)
        .map((one) => cached.find((row) => row.uuid === one))
        .filter((row) => row !== undefined)
    const asCommand = (row: ConversationListItem): Command => ({
      id: `conversation.open.${row.uuid}`,
      label: 'palette.conversation',
      labelValues: { name: fullName(row.contact), subject: row.subject || t('conversation.no_subject') },
      group: query === '' ? 'palette.conversations.recent' : 'palette.conversations',
      icon: MessageSquare,
      detail: `#${row.reference_number}`,
      run: () => void router.navigate({ to: inboxPath(list, row.uuid), search: true }),
    })
    const rows = query === '' ? lastVisited() : searchRows(query, cached)
    return rows.slice(0, CONVERSATIONS_SHOWN).map(asCommand)
  })
  return null
}

/** By number if the query looks like one, with or without #; otherwise by contact and subject. */
export function searchRows(
  query: string,
  rows: readonly ConversationListItem[],
): readonly ConversationListItem[] {
  const number = /^#?(\d+)$/.exec(query)?.[1]
  if (number !== undefined)
    return rows
      .filter((row) => row.reference_number.startsWith(number))
      .toSorted((a, b) => a.reference_number.length - b.reference_number.length)
  if (query.length < 2) return []
  return rows
    .map((row) => ({
      row,
      score: matchScore(query, `${fullName(row.contact)} ${row.subject ?? ''}`, row.contact.email ?? ''),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ row }) => row)
}

function cachedRows(cache: QueryClient): ConversationListItem[] {
  const rows = new Map<string, ConversationListItem>()
  const addRow = (row: ConversationListItem) => rows.size < MAX_ROWS && rows.set(row.uuid, row)
  // Keys of this length hold a conversation, which has all fields of a row.
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.allConversations }))
    if (query.queryKey.length === 2 && query.state.data) addRow(query.state.data as ConversationListItem)
  for (const [, pages] of cache.getQueriesData<ListPages>({ queryKey: queryKeys.conversationLists }))
    for (const page of pages?.pages ?? []) page.results.forEach(addRow)
  return [...rows.values()]
}
