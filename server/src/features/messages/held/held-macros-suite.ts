import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendDueHeld } from './send-held.ts'

export let t: TestApp

export let macroId: number

export const high = { type: 'set_priority', value: ['3'] }

export const refund = { type: 'add_tags', value: ['refund'] }

export type Actions = { type: string; value: string[] }[]

export async function send(actor: Actor, c: { uuid: string }, actions: Actions, overrides: object = {}) {
  return (await t.as(actor)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>On its way</p>',
    to: ['grace@customer.test'],
    undo_seconds: 10,
    macros: [{ id: macroId, actions }],
    ...overrides,
  })
}

export const findHeld = (uuid: string) =>
  t.db.selectFrom('held_sends').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export async function sendDue(uuid: string) {
  const row = await findHeld(uuid)
  t.clock.advance(10_000)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}

export const reloadConversation = (c: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()

export const replies = (c: { id: number }) =>
  t.db
    .selectFrom('messages')
    .select(['uuid', 'sender_id'])
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'outgoing')
    .execute()

export const activityLines = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('messages')
      .select('activity')
      .where('conversation_id', '=', c.id)
      .where('type', '=', 'activity')
      .orderBy('id')
      .execute()
  ).map(({ activity }) => activity)

export const useCount = async (id = macroId) =>
  (await t.db.selectFrom('macros').select('usage_count').where('id', '=', id).executeTakeFirst())?.usage_count

export function setUpHeldMacros() {
  beforeAll(async () => {
    t = await startTestApp()
    await t.make.tag('refund')
  })
  afterAll(() => t.stop())
  beforeEach(async () => {
    const { id } = await t.db
      .insertInto('macros')
      .values({ name: 'Refund', created_at: t.clock.now(), updated_at: t.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    macroId = id
  })
}
