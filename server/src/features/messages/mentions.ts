import type { MessageMeta } from '@parley/contract/messages/messages'
import { sql } from 'kysely'
import { maySee } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { loadActorsByAgentId } from '../../identity/load-actor.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'

/** Who a note mentions. `content` is the note without mentions of agents and teams that don't exist. */
export type Mentions = {
  content: string
  agent_ids: number[]
  team_ids: number[]
  unreached: NonNullable<MessageMeta['unreached_mentions']>
}

/** More than anyone writes by hand. */
const maxMentions = 100

const elementPattern = /<[^<>]*\bdata-mention-type="[^<>]*>/g
const typePattern = /\sdata-mention-type="(agent|team)"/
const idPattern = /\sdata-mention-id="(\d{1,15})"/

/**
 * Reads the mentions of a note from its sanitised HTML: the attributes decide, never the text. Notifications are created
 * from the event that carries the ids.
 */
export async function findMentions(tx: Tx, c: ConversationRow, content: string): Promise<Mentions> {
  const mentioned = (content.match(elementPattern) ?? []).map(parseMention).filter((one) => one !== null)
  const idsOf = (type: Target['type']) =>
    [...new Set(mentioned.filter((one) => one.type === type).map(({ id }) => id))].slice(0, maxMentions)
  const [agent_ids, teams] = [
    await listAgentIds(tx, idsOf('agent')),
    await listTeamMembers(tx, idsOf('team')),
  ]
  const existing = new Set([
    ...agent_ids.map((id) => `agent ${id}`),
    ...[...teams.keys()].map((id) => `team ${id}`),
  ])
  const actors = await loadActorsByAgentId(tx.db, [...agent_ids, ...[...teams.values()].flat()])
  const isReached = (id: number) => {
    const agent = actors.get(id)
    return agent !== undefined && maySee(agent, accessKeys(c))
  }
  return {
    content: content.replaceAll(elementPattern, (element) => {
      const target = parseMention(element)
      return target && existing.has(`${target.type} ${target.id}`) ? element : withoutMention(element)
    }),
    agent_ids,
    team_ids: [...teams.keys()],
    unreached: [
      ...agent_ids.filter((id) => !isReached(id)).map((id) => ({ type: 'agent' as const, id })),
      ...[...teams]
        .filter(([, members]) => !members.some(isReached))
        .map(([id]) => ({ type: 'team' as const, id })),
    ],
  }
}

export async function insertMentions(
  tx: Tx,
  message_id: number,
  { agent_ids, team_ids }: Mentions,
): Promise<void> {
  const rows = [
    ...agent_ids.map((agent_id) => ({ message_id, agent_id })),
    ...team_ids.map((team_id) => ({ message_id, team_id })),
  ]
  if (rows.length > 0) await tx.db.insertInto('mentions').values(rows).execute()
}

type Target = { type: 'agent' | 'team'; id: number }

function parseMention(element: string): Target | null {
  const [type, id] = [typePattern.exec(element)?.[1], Number(idPattern.exec(element)?.[1])]
  return (type === 'agent' || type === 'team') && id > 0 ? { type, id } : null
}

const withoutMention = (element: string) => element.replaceAll(/\sdata-mention-(?:id|type)="[^"]*"/g, '')

async function listAgentIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', ids)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function listTeamMembers(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; member_ids: number[] }>`
    select t.id, array(select tm.agent_id from team_members tm where tm.team_id = t.id) as member_ids
    from teams t where t.id = any(${[...ids]}) order by t.id`.execute(tx.db)
  return new Map(rows.map(({ id, member_ids }) => [id, member_ids]))
}
