import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp

export let admin: Awaited<ReturnType<TestApp['as']>>

export let adminId: number

let n = 0

export const agentBody = (values: object = {}) => ({
  first_name: 'Bo',
  last_name: 'Berg',
  email: `bo${++n}@parley.test`,
  roles: ['Agent'],
  teams: [],
  ...values,
})

export const path = (id: number, rest = '') => `/api/v1/agents/${id}${rest}`

export const eventsAbout = async (id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes', 'actor_id'])
    .where('object_type', '=', 'agent')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

export async function sendAvatar(actor: Pick<Actor, 'id'>, file: Parameters<typeof multipartForm>[0]) {
  const { payload, headers } = await multipartForm(file)
  return (await t.as(actor)).put('/api/v1/agents/me', payload, headers)
}

export function setUpAgents() {
  beforeAll(async () => {
    t = await startTestApp()
    const row = await t.db
      .selectFrom('agents')
      .select('id')
      .where('email', '=', 'ada@parley.test')
      .executeTakeFirstOrThrow()
    adminId = row.id
    admin = await t.as(row)
  })
  afterAll(() => t.stop())
}
