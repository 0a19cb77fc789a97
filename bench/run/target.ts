import type pg from 'pg'
import { agentEmail } from '../seed/workspace.ts'

/** The records to measure with. */
export type Target = {
  agent_id: number
  team_id: number
  inbox_id: number
  /** The most used tag. */
  tag_id: number
  statuses: { id: number; name: string }[]
  conversations: number
  /** Open conversations spread over the years, preferably with enough messages to fill a page. */
  uuids: { id: number; uuid: string; contact_id: number }[]
}

/** The agent with the most conversations, and a fixed sample of conversations. @throws when the database was not filled by bench:seed */
export async function getTarget(client: pg.Client, sample: number): Promise<Target> {
  const { rows: agents } = await client.query<{ id: string; team_id: string }>(
    'select a.id, min(tm.team_id) as team_id from agents a join team_members tm on tm.agent_id = a.id where a.email = $1 group by a.id',
    [agentEmail(1)],
  )
  const [agent] = agents
  if (!agent) throw new Error('This database was not seeded by `npm run bench:seed`')
  const { rows: statuses } = await client.query<{ id: string; name: string }>(
    'select id, name from statuses order by id',
  )
  const { rows: counted } = await client.query<{ count: string }>('select count(*) from conversations')
  const { rows } = await client.query<{ id: string; uuid: string; contact_id: string }>(
    `select id, uuid, contact_id from (
       select id, uuid, contact_id, version, ntile($1::int) over (order by id) as part from conversations where id % 97 = 1 or $2::int < 50000) parts
     order by row_number() over (partition by part order by version desc), part limit $1`,
    [sample, counted[0]?.count],
  )
  const { rows: others } = await client.query<{ inbox_id: string; tag_id: string }>(
    `select (select min(id) from inboxes) as inbox_id,
       (select tag_id from conversation_tags where conversation_id < 10000 group by 1 order by count(*) desc limit 1) as tag_id`,
  )
  return {
    agent_id: Number(agent.id),
    team_id: Number(agent.team_id),
    inbox_id: Number(others[0]?.inbox_id),
    tag_id: Number(others[0]?.tag_id),
    statuses: statuses.map(({ id, name }) => ({ id: Number(id), name })),
    conversations: Number(counted[0]?.count),
    uuids: rows.map((row) => ({ id: Number(row.id), uuid: row.uuid, contact_id: Number(row.contact_id) })),
  }
}
