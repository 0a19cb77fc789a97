import type { AfterAction } from '@parley/contract/agents/agent'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ListKey, listQuery } from '../../api/conversation-list-queries.ts'
import { registerLeave, setEndedList } from '../../lib/leave-conversation.ts'
import { useMe } from '../../session/use-me.ts'

type Row = { uuid: string }

/** Leaves a finished conversation as the agent prefers: to the next or previous one in its list, or to the list. */
export function LeaveConversation({
  list,
  pathOf,
  openUuid,
}: {
  list: ListKey
  pathOf: (uuid?: string) => string
  openUuid: string | null
}) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const preference = useMe().after_action ?? 'next'
  const rows = () => cache.getQueryData(listQuery(list).queryKey)?.pages.flatMap((page) => page.results) ?? []
  /** Where the open conversation was in the list, in case it leaves it. */
  const lastIndex = useRef(0)
  const leave = useEffectEvent((uuid: string, finished: readonly Row[]) => {
    if (uuid !== openUuid || preference === 'stay') return null
    const next = findNext(rows(), { uuid, finished, preference, lastIndex: lastIndex.current })
    const to = pathOf(next)
    if (next === undefined && preference !== 'list') setEndedList(to)
    // Back leads to the list, as before.
    void navigate({ to, search: true, replace: true })
    return pathOf(uuid)
  })
  useEffect(() => registerLeave((uuid, finished) => leave(uuid, finished)), [])
  const remember = useEffectEvent((uuid: string) => {
    const index = rows().findIndex((row) => row.uuid === uuid)
    if (index >= 0) lastIndex.current = index
    setEndedList(null)
  })
  useEffect(() => {
    if (openUuid) remember(openUuid)
  }, [openUuid])
  return null
}

/** The conversation to open next, or undefined for the list. Skips those that were finished with it. */
export function findNext(
  rows: readonly Row[],
  {
    uuid,
    finished,
    preference,
    lastIndex,
  }: { uuid: string; finished: readonly Row[]; preference: AfterAction; lastIndex: number },
): string | undefined {
  if (preference === 'list' || preference === 'stay') return undefined
  const isLeft = (row: Row) => row.uuid !== uuid && !finished.some((one) => one.uuid === row.uuid)
  const index = rows.findIndex((row) => row.uuid === uuid)
  // Without the conversation itself, the next one has taken its place.
  const [above, below] =
    index >= 0
      ? [rows.slice(0, index), rows.slice(index + 1)]
      : [rows.slice(0, lastIndex), rows.slice(lastIndex)]
  return (preference === 'next' ? below.find(isLeft) : above.findLast(isLeft))?.uuid
}
