import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid } from '../../http/errors.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { assignTeam, removeTeam } from '../conversations/assign-team.ts'
import { assignUser, removeUser } from '../conversations/assign-user.ts'
import { findReadMark, type ReadMark, setSeen } from '../conversations/mark-seen.ts'
import { setPriority } from '../conversations/set-priority.ts'
import { changeStatus } from '../conversations/set-status.ts'
import { setTags } from '../conversations/set-tags.ts'
import type { TrailNames } from '../conversations/trail/trail-names.ts'
import { openStatusId } from '../statuses/default-status-ids.ts'
import type { Inverse } from './inverse.ts'
import { mergeInverses } from './merge-inverses.ts'
import { trashInverses } from './trash-inverses.ts'

const status = {
  permission: 'conversations:update_status',
  unchanged: { status_id: 'status', snoozed_until: 'snooze' },
  restore: restoreStatus,
} as const satisfies Partial<Inverse>
const assignment = {
  unchanged: { assigned_team_id: 'team', assigned_user_id: 'assignee' },
  restore: restoreAssignment,
} as const satisfies Partial<Inverse>

/** Every type of event that can be undone. A feature with a verb of its own adds a line. */
export const inverses: Readonly<Record<string, Inverse>> = {
  'conversation.status_changed': {
    ...status,
    describe: (event, names) => ({
      kind: 'status',
      what: { status: nameAfter(event, 'status_id', 'status', names) },
    }),
  },
  'conversation.snoozed': {
    ...status,
    describe: (event) => ({ kind: 'snooze', what: { until: textOrNull(after(event, 'snoozed_until')) } }),
  },
  'conversation.user_assigned': {
    ...assignment,
    permission: 'conversations:update_user_assignee',
    describe: (event, names) => ({
      kind: after(event, 'assigned_user_id') === event.actor_id ? 'assign_self' : 'assign',
      what: { assignee: nameAfter(event, 'assigned_user_id', 'person', names) },
    }),
  },
  'conversation.user_removed': {
    ...assignment,
    permission: 'conversations:update_user_assignee',
    describe: () => ({ kind: 'unassign', what: {} }),
  },
  'conversation.team_assigned': {
    ...assignment,
    permission: 'conversations:update_team_assignee',
    describe: (event, names) => ({
      kind: 'assign_team',
      what: { team: nameAfter(event, 'assigned_team_id', 'team', names) },
    }),
  },
  'conversation.team_removed': {
    ...assignment,
    permission: 'conversations:update_team_assignee',
    describe: () => ({ kind: 'unassign_team', what: {} }),
  },
  'conversation.priority_changed': {
    permission: 'conversations:update_priority',
    unchanged: { priority_id: 'priority' },
    restore: async (tx, c, event) =>
      setPriority(tx, c, await findName(tx, 'priorities', before(event, 'priority_id'))),
    describe: (event, names) => {
      const priority = nameAfter(event, 'priority_id', 'priority', names)
      return { kind: priority === null ? 'priority_removed' : 'priority', what: { priority } }
    },
  },
  'conversation.tags_changed': {
    permission: 'conversations:update_tags',
    // Tags are in a table of their own: see restoreTags.
    unchanged: {},
    restore: restoreTags,
    describe: (event) => {
      const [previous, current] = [tagNames(before(event, 'tags')), tagNames(after(event, 'tags'))]
      const added = current.filter((name) => !previous.includes(name))
      const removed = previous.filter((name) => !current.includes(name))
      return {
        kind: removed.length === 0 ? 'tags_added' : added.length === 0 ? 'tags_removed' : 'tags',
        what: { added, removed },
      }
    },
  },
  ...mergeInverses,
  ...trashInverses,
  // Only those with read_mark are actions: opening a conversation also records it.
  'conversation.seen': {
    permission: null,
    unchanged: {},
    restore: restoreReadMark,
    describe: (event) => {
      const mark = readMarkOf(event)
      return { kind: mark && mark[0].seen_counter > mark[1].seen_counter ? 'unread' : 'read', what: {} }
    },
  },
}

async function restoreStatus(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  const previous = before(event, 'snoozed_until')
  const snoozed_until = typeof previous === 'string' ? new Date(previous) : null
  const isSnoozeOver = snoozed_until !== null && snoozed_until <= tx.now
  const next = await tx.db
    .selectFrom('statuses')
    .selectAll()
    .where('id', '=', isSnoozeOver ? openStatusId : Number(before(event, 'status_id') ?? c.status_id))
    .executeTakeFirst()
  if (!next) throw invalid('status', 'The previous status no longer exists')
  // Snoozed until 9, then reopened: at 10 the snooze is over, and open is what it would be.
  if (next.id === c.status_id && isSnoozeOver) return c
  return changeStatus(tx, c, next, isSnoozeOver ? null : snoozed_until)
}

/** The team comes first, because assigning one unassigns the agent. */
async function restoreAssignment(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  let current = c
  if ('assigned_team_id' in changesOf(event)) {
    const team = before(event, 'assigned_team_id')
    current = typeof team === 'number' ? await assignTeam(tx, c, team) : await removeTeam(tx, c)
  }
  const user = 'assigned_user_id' in changesOf(event) ? before(event, 'assigned_user_id') : c.assigned_user_id
  return typeof user === 'number' ? assignUser(tx, current, user) : removeUser(tx, current)
}

async function restoreTags(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  const { added = [], removed = [] } = event.data as { added?: number[]; removed?: number[] } // written by setTags
  const existing = await tx.db
    .selectFrom('tags as t')
    .leftJoin('conversation_tags as ct', (join) =>
      join.onRef('ct.tag_id', '=', 't.id').on('ct.conversation_id', '=', c.id),
    )
    .select(['t.id', 't.name', 'ct.conversation_id as on_conversation'])
    .execute()
  const isOn = (id: number) => existing.some((tag) => tag.id === id && tag.on_conversation !== null)
  const exists = (id: number) => existing.some((tag) => tag.id === id)
  if (added.some((id) => exists(id) && !isOn(id)) || removed.some(isOn))
    throw new ChangedSince('tags', 'tags')
  if (![...added, ...removed].some(exists)) throw conflict('The tags no longer exist')
  const names = existing
    .filter(({ id }) => removed.includes(id) || (isOn(id) && !added.includes(id)))
    .map(({ name }) => name)
  return setTags(tx, c, names)
}

async function restoreReadMark(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  const mark = readMarkOf(event)
  if (!mark) return c
  const [previous, left] = mark
  const current = await findReadMark(tx, c)
  if (current.seen_counter !== left.seen_counter) throw conflict('You have read it since')
  await setSeen(tx, c, previous, true)
  return c
}

/** The value is no longer the one that the action left. The caller names who changed it. */
export class ChangedSince extends Error {
  readonly column: string
  readonly noun: string
  constructor(column: string, noun: string) {
    super(`The ${noun} changed`)
    this.column = column
    this.noun = noun
  }
}

type Changes = Record<string, [unknown, unknown] | undefined>
/** Written by insertEvent. */
export const changesOf = (event: Event) => event.changes as Changes
const before = (event: Event, column: string) => changesOf(event)[column]?.[0] ?? null
const after = (event: Event, column: string) => changesOf(event)[column]?.[1] ?? null

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const tagNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const readMarkOf = ({ data }: Event) => (data as { read_mark?: [ReadMark, ReadMark] }).read_mark // written by setSeen

function nameAfter(
  event: Event,
  column: string,
  kind: Parameters<TrailNames['nameOf']>[0],
  names: TrailNames,
): string | null {
  const id = after(event, column)
  return typeof id === 'number' ? names.nameOf(kind, id) : null
}

async function findName(tx: Tx, table: 'priorities', id: unknown): Promise<string | null> {
  if (typeof id !== 'number') return null
  const row = await tx.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid('priority', 'The previous priority no longer exists')
  return row.name
}
