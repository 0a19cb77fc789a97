import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestEngines } from '../../testing/test-engines.ts'

export let t: TestApp

export let engines: ReturnType<typeof startTestEngines>

export let boss: Actor

export let admin: Awaited<ReturnType<TestApp['as']>>

export type Method = 'Round robin' | 'Least busy' | 'Manual'

export async function team(method: Method = 'Round robin', more: { max?: number; hours?: number } = {}) {
  const { id, name } = await t.make.team()
  await t.db
    .updateTable('teams')
    .set({
      conversation_assignment_type: method,
      max_auto_assigned_conversations: more.max ?? 0,
      business_hours_id: more.hours ?? null,
    })
    .where('id', '=', id)
    .execute()
  return { id, name }
}

export type Status = 'online' | 'away' | 'away_manual' | 'away_and_reassigning' | 'offline'

export async function member(
  team_ids: number[],
  more: { status?: Status; permissions?: readonly string[] } = {},
): Promise<Actor> {
  const agent = await t.make.agent({ team_ids, ...(more.permissions && { permissions: more.permissions }) })
  await t.db
    .updateTable('agents')
    .set({ availability_status: more.status ?? 'online', last_active_at: t.clock.now() })
    .where('id', '=', agent.id)
    .execute()
  return agent
}

export const setAvailability = async (agent: Actor, status: Status) =>
  (await t.as(agent)).put('/api/v1/agents/me/availability', { status })

export const path = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}`

export const toTeam = (c: { uuid: string }, { id }: { id: number }) =>
  admin.put(`${path(c)}/assignee/team`, { assignee_id: id })

export const toUser = (c: { uuid: string }, { id }: { id: number }) =>
  admin.put(`${path(c)}/assignee/user`, { assignee_id: id })

export const status = (c: { uuid: string }, name: string) => admin.put(`${path(c)}/status`, { status: name })

export const userOf = async ({ id }: { id: number }) =>
  (
    await t.db
      .selectFrom('conversations')
      .select('assigned_user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).assigned_user_id

/** Creates conversations in the team and assigns them. */
export async function createWaiting(to: { id: number }, count: number) {
  const conversations = []
  for (let n = 0; n < count; n++) {
    const c = await t.make.conversation()
    await toTeam(c, to)
    conversations.push(c)
    t.clock.advance(1000)
  }
  await engines.settle()
  return conversations
}

export const usersOf = (conversations: { id: number }[]) => Promise.all(conversations.map(userOf))

export const linesOf = async (c: { uuid: string }) =>
  (await admin.get(`${path(c)}/messages`)).body.data.results.filter(
    (one: { type: string }) => one.type === 'activity',
  )

export const getExplanation = async (c: { uuid: string }) =>
  (await admin.get(`${path(c)}/assignment`)).body.data

export function setUpAssignment() {
  beforeAll(async () => {
    t = await startTestApp()
    engines = startTestEngines(t)
    boss = await t.make.agent({ permissions: t.make.allPermissions })
    admin = await t.as(boss)
    await engines.settle()
  })
  afterAll(() => t.stop())
}
