import { claimMessage } from '../features/email/sending/message-claim.ts'
import { markSent } from '../features/email/sending/message-outcome.ts'
import { writeSettings } from '../features/settings/settings.ts'
import type { TestApp } from './test-app.ts'
import { startTestEngines } from './test-engines.ts'

type WithUuid = { uuid: string }
export type SlaFixture = Awaited<ReturnType<typeof startSlaFixture>>

/**
 * A workspace with business hours from Monday to Friday, nine to five UTC, whose engines follow the test clock. Every `nextWeek` starts on
 * a Monday at nine.
 */
export async function startSlaFixture(t: TestApp, first_monday = Date.UTC(2027, 0, 4)) {
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.timezone': 'UTC' }))
  const agent = await t.make.agent({ first_name: 'Ada', permissions: t.make.allPermissions })
  const engines = startTestEngines(t)
  let monday = first_monday
  await engines.advanceTo(new Date(monday))
  const admin = await t.as(agent)

  async function call(method: 'put' | 'post', path: string, body: object) {
    const answer = await admin[method](path, body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    await engines.settle()
    return answer.body.data
  }
  const path = (c: WithUuid) => `/api/v1/conversations/${c.uuid}`
  const timeOfDay = (days: number, time: string): Date => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return new Date(monday + (days * 24 + hours) * 3_600_000 + minutes * 60_000)
  }

  return {
    ...engines,
    admin,
    agent,
    at: timeOfDay,
    async nextWeek() {
      monday += 7 * 86_400_000
      await engines.advanceTo(timeOfDay(0, '09:00'))
    },
    advanceToDay: (days: number, time: string) => engines.advanceTo(timeOfDay(days, time)),
    createPolicy: (overrides: object = {}): Promise<{ id: number; name: string }> =>
      call('post', '/api/v1/sla', {
        name: 'Gold',
        first_response_time: '4h',
        next_response_time: '2h',
        resolution_time: '16h',
        ...overrides,
      }),
    applyPolicy: (c: WithUuid, id: number | null) => call('put', `${path(c)}/sla`, { sla_policy_id: id }),
    setStatus: (c: WithUuid, status: string, overrides: object = {}) =>
      call('put', `${path(c)}/status`, { status, ...overrides }),
    assignTeam: (c: WithUuid, id: number) => call('put', `${path(c)}/assignee/team`, { assignee_id: id }),
    receiveMessage: (c: WithUuid) =>
      call('post', `${path(c)}/messages`, { sender_type: 'contact', message: '<p>And now?</p>' }),
    /** Writes a reply now; `beforeDelivery` runs before the mail server accepts it. */
    async reply(c: WithUuid, beforeDelivery: () => Promise<unknown> = async () => {}) {
      const { id } = await call('post', `${path(c)}/messages`, {
        message: '<p>Try again</p>',
        to: ['grace@customer.test'],
      })
      await beforeDelivery()
      const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, id, null))
      if (!claimed) throw new Error('The reply was not claimed')
      await t.act(t.system, (tx) => markSent(tx, claimed, { refused: [], by_person: true }))
      await engines.settle()
    },
    getSla: async (c: WithUuid) => (await admin.get(`${path(c)}/sla`)).body.data,
    /** The deadlines shown in lists and on screens, as days and times of this week. */
    async deadlines(c: WithUuid) {
      const { data } = (await admin.get(path(c))).body
      const row = await t.db
        .selectFrom('conversations')
        .select('next_sla_deadline_at')
        .where('uuid', '=', c.uuid)
        .executeTakeFirstOrThrow()
      const format = (instant: string | null | undefined) => {
        if (!instant) return null
        const minutes = (Date.parse(instant) - monday) / 60_000
        const time = new Date(monday + minutes * 60_000).toISOString().slice(11, 16)
        return `${Math.floor(minutes / 1440)} ${time}`
      }
      return {
        first: format(data.first_response_deadline_at),
        next: format(data.next_response_deadline_at),
        resolution: format(data.resolution_deadline_at),
        live: format(row.next_sla_deadline_at?.toISOString()),
      }
    },
    /** The recorded SLA events in order: metric, outcome and time. */
    async slaEvents(c: { id: number }) {
      const rows = await t.db
        .selectFrom('events')
        .select(['type', 'data'])
        .where('conversation_id', '=', c.id)
        .where('type', 'in', ['conversation.sla_met', 'conversation.sla_breached'])
        .orderBy('id')
        .execute()
      return rows.map(({ type, data }) => {
        const { metric, at: instant } = data as { metric: string; at: string } // written by the engine
        return `${metric} ${type.slice('conversation.sla_'.length)} ${instant.slice(11, 16)}`
      })
    },
    activityLines: async (c: { id: number }) =>
      (
        await t.db
          .selectFrom('messages')
          .select('activity')
          .where('conversation_id', '=', c.id)
          .where('type', '=', 'activity')
          .orderBy('id')
          .execute()
      ).map(({ activity }) => activity as { type: string; data: object; why?: object }), // written by insertActivity
    jobs: async (key: string) =>
      (await t.jobs()).filter((job) => job.key === key).map(({ run_at }) => run_at),
  }
}
