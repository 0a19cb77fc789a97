import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'

/** A workspace whose consumers run when a test calls `settle`, and what agents are notified of. */
export async function startCentre() {
  const t = await startTestApp()
  const engines = startTestEngines(t)
  const petra = await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions })
  const admin = await t.as(petra)
  await engines.settle()

  type Agent = Awaited<ReturnType<TestApp['make']['agent']>>
  /** The agent's notifications as `kind ×count by actor`, newest first. */
  const notices = async (agent: Agent, query = '') => {
    await engines.settle()
    const { status, body } = await (await t.as(agent)).get(`/api/v1/notifications${query}`)
    expect(status).toBe(200)
    return body.data.results
  }
  const summary = async (agent: Agent) =>
    (await notices(agent)).map((one: { kind: string; occurrences: number; actor: { name: string } | null }) =>
      [one.kind, one.occurrences > 1 ? `×${one.occurrences}` : '', one.actor?.name ?? '']
        .filter((part) => part !== '')
        .join(' '),
    )
  const unread = async (agent: Agent) => {
    await engines.settle()
    return (await (await t.as(agent)).get('/api/v1/notifications/unread')).body.data
  }
  const assign = (c: { uuid: string }, agent: { id: number }) =>
    admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: agent.id })
  const note = async (c: { uuid: string }, message: string, by = admin) => {
    const { status, body } = await by.post(`/api/v1/conversations/${c.uuid}/messages`, {
      message,
      private: true,
    })
    expect(status).toBe(200)
    return body.data
  }
  const customerWrites = async (c: { uuid: string }) =>
    expect(
      (
        await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
          message: '<p>And now?</p>',
          sender_type: 'contact',
        })
      ).status,
    ).toBe(200)
  return { t, engines, petra, admin, notices, summary, unread, assign, note, customerWrites }
}

export const mention = (type: 'agent' | 'team', id: number, text = '@Somebody') =>
  `<span data-mention-type="${type}" data-mention-id="${id}">${text}</span>`
