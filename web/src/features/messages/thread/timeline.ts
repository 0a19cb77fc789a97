import type { Message } from '@parley/contract/messages/messages'

type TimelineItem =
  | { kind: 'message'; key: string; message: Message }
  /** Activity between two messages. */
  | { kind: 'activities'; key: string; lines: Message[] }
  /** All loaded messages of a side thread, where its newest one is. */
  | { kind: 'side_thread'; key: string; messages: Message[] }

export type TimelineDay = { key: string; at: string; items: TimelineItem[] }

/**
 * Groups messages, oldest first, by day in the reader's time zone; consecutive activity lines form one item, and so do
 * the messages of a side thread.
 */
export function timeline(oldestFirst: readonly Message[]): TimelineDay[] {
  const days: TimelineDay[] = []
  const newestOfSide = new Map(oldestFirst.map((message) => [message.side_thread_uuid, message]))
  for (const message of oldestFirst) {
    const side = message.side_thread_uuid
    if (side && newestOfSide.get(side) !== message) continue
    const key = dayOf(message.created_at)
    let day = days.at(-1)
    if (day?.key !== key) {
      day = { key, at: message.created_at, items: [] }
      days.push(day)
    }
    if (side)
      day.items.push({
        kind: 'side_thread',
        key: side,
        messages: oldestFirst.filter((one) => one.side_thread_uuid === side),
      })
    else add(day, message)
  }
  return days
}

function add({ items }: TimelineDay, message: Message) {
  const last = items.at(-1)
  if (message.type !== 'activity') items.push({ kind: 'message', key: message.uuid, message })
  else if (last?.kind === 'activities') last.lines.push(message)
  else items.push({ kind: 'activities', key: message.uuid, lines: [message] })
}

function dayOf(at: string): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

const MAX_SHOWN_LINES = 2

/** Folds a long run to its newest lines; a single hidden line would take as much space as its button. */
export function foldActivityLines<Line>(lines: readonly Line[]): {
  hidden: readonly Line[]
  shown: readonly Line[]
} {
  if (lines.length <= MAX_SHOWN_LINES + 1) return { hidden: [], shown: lines }
  return { hidden: lines.slice(0, -MAX_SHOWN_LINES), shown: lines.slice(-MAX_SHOWN_LINES) }
}

/** How many calendar days ago, in the reader's time zone. */
export function daysAgo(at: string, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((day(now) - day(new Date(at))) / 86_400_000)
}
