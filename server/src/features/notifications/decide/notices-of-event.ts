import type { followedChanges } from '@parley/contract/notifications/notification-centre'
import type { Event } from '../../../spine/read-events.ts'
import type { AccessKeys } from '../../../spine/record-event.ts'
import type { Notice } from '../notice.ts'
import { isFailure, mentionsOf, type NoticeContext } from './notice-context.ts'

type Data = {
  historical?: boolean
  automatic?: boolean
  message_type?: string
  private?: boolean
  agent_id?: number
}
const dataOf = (event: Event) => event.data as Data // written by the verbs

/**
 * Who is notified of an event, and why. An agent is notified of it once, for the reason that concerns them most. Imported
 * mailbox history notifies nobody.
 */
export function noticesOf(event: Event, context: NoticeContext): Notice[] {
  const { conversation_id } = event
  if (conversation_id === null || dataOf(event).historical) return []
  const author = authorOf(event)
  const notified = new Set<number>(author?.kind === 'agent' ? [author.id] : [])
  // An agent can enter what a customer wrote elsewhere.
  const contact_id = context.contacts.get(event.message_id ?? 0)
  const by = contact_id === undefined ? author : { kind: 'contact' as const, id: contact_id }
  return reasonsOf(event, context).flatMap(({ agent_ids, ...reason }) => {
    const others = [...new Set(agent_ids)].filter((id) => !notified.has(id))
    for (const id of others) notified.add(id)
    const message_id = event.type === 'message.created' || isFailure(event) ? event.message_id : null
    return others.length > 0
      ? [{ ...reason, agent_ids: others, conversation_id, by, message_id, at: event.at }]
      : []
  })
}

type Reason = { agent_ids: readonly number[] } & (
  | { kind: 'assigned' | 'reply' | 'mention' | 'send_failed' | 'schedule_held' }
  | { kind: 'followed'; data: { change: (typeof followedChanges)[number] } }
)

/** The most personal one first. */
function reasonsOf(event: Event, { members, followers, authors }: NoticeContext): Reason[] {
  const mentions = mentionsOf(event)
  const assignee = newAssignee(event)
  const holder = (event.access_after as AccessKeys | null)?.user ?? null // written by insertEvent
  const change = followedChange(event)
  return [
    {
      kind: 'mention',
      agent_ids: [...mentions.agent_ids, ...mentions.team_ids.flatMap((id) => members.get(id) ?? [])],
    },
    { kind: 'assigned', agent_ids: present(assignee) },
    { kind: 'reply', agent_ids: isCustomerReply(event) ? present(holder) : [] },
    {
      kind: 'send_failed',
      agent_ids:
        isFailure(event) && event.message_id !== null && authors.has(event.message_id)
          ? present(authors.get(event.message_id) ?? holder)
          : [],
    },
    {
      kind: 'schedule_held',
      agent_ids: event.type === scheduleHeldEvent ? present(dataOf(event).agent_id ?? null) : [],
    },
    ...(change
      ? [
          {
            kind: 'followed' as const,
            agent_ids: followers.get(event.conversation_id ?? 0) ?? [],
            data: { change },
          },
        ]
      : []),
  ]
}

/** A scheduled reply is not sent until someone decides. `data.agent_id` is its author. */
const scheduleHeldEvent = 'conversation.scheduled_reply_held'

/** The new assignee, including that of conversations created with one. */
function newAssignee({ type, access_before, access_after }: Event): number | null {
  // Written by spine/record-event.ts.
  const [before, after] = [access_before as AccessKeys | null, access_after as AccessKeys | null]
  // Events that change nothing, such as read marks, have no state before.
  if (before === null && type !== 'conversation.created') return null
  return after?.user != null && after.user !== before?.user ? after.user : null
}

const isCustomerReply = (event: Event): boolean =>
  event.type === 'message.created' && dataOf(event).message_type === 'incoming' && !dataOf(event).automatic

/** What a follower is told has changed. Reopening is part of the reply that caused it. */
function followedChange(event: Event): (typeof followedChanges)[number] | null {
  if (isCustomerReply(event)) return 'email'
  if (event.type === 'message.created' && dataOf(event).message_type === 'outgoing')
    return dataOf(event).private ? 'note' : 'reply'
  if (event.type === 'conversation.reopened' || event.type === 'conversation.created') return null
  if (changed(event, 'status_id')) return 'status'
  if (changed(event, 'assigned_user_id')) return 'agent'
  return changed(event, 'assigned_team_id') ? 'team' : null
}

const changed = ({ changes }: Event, column: string) => Object.hasOwn(changes as object, column)

function authorOf({ actor_kind, actor_id }: Event): Notice['by'] {
  if (actor_id === null) return null
  if (actor_kind === 'agent' || actor_kind === 'api_key') return { kind: 'agent', id: actor_id }
  return actor_kind === 'contact' ? { kind: 'contact', id: actor_id } : null
}

const present = (id: number | null | undefined): number[] => (id === null || id === undefined ? [] : [id])
