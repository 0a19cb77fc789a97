import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { startFakeAiProvider, testApiKey } from '../../../testing/fake-services/fake-ai-provider.ts'
import { parseEventStream } from '../../../testing/fake-services/parse-event-stream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

export let t: TestApp

export let model: Awaited<ReturnType<typeof startFakeAiProvider>>

export let admin: Awaited<ReturnType<TestApp['as']>>

export let agent: Awaited<ReturnType<TestApp['as']>>

export let agent_id: number

const agentPermissions = [
  'conversations:read',
  'conversations:read_assigned',
  'messages:read',
  'messages:write',
]

export const conversation = () => t.make.conversation({ assigned_user_id: agent_id })

/** Another message, one minute later. */
export async function addMessage(c: ConversationRow, message: string, more: object = {}) {
  t.clock.advance(60_000)
  const body = { message: `<p>${message}</p>`, sender_type: 'agent', private: false, ...more }
  const reply = await admin.post(`/api/v1/conversations/${c.uuid}/messages`, body)
  expect(reply.status).toBe(200)
  return reply.body.data.uuid as string
}

export const addCustomerMail = (c: ConversationRow, text: string) =>
  addMessage(c, text, { sender_type: 'contact' })

export async function stream(body: object, caller = agent) {
  const reply = await caller.post('/api/v1/ai/completions', body)
  expect([reply.status, reply.body]).toEqual([200, expect.any(String)])
  return parseEventStream(reply.body)
}

export const lastOf = <E extends ReturnType<typeof parseEventStream>[number]['event']>(
  events: ReturnType<typeof parseEventStream>,
  event: E,
) => events.findLast((one) => one.event === event)?.data as never

export const calls = () => t.db.selectFrom('ai_calls').selectAll().orderBy('id').execute()

export const prompt = (content = 'Pay now!') => ({ task: 'prompt', prompt_key: 'make_friendly', content })

/** The text between the fence's delimiters, and the rest of what the model received. */
export function fenced(modelRequest = model.last()) {
  const [, marker = '', fenced_text = ''] =
    /^BEGIN ([0-9a-f]{24})\n([\s\S]*)\nEND \1$/.exec(modelRequest.user) ?? []
  expect(modelRequest.system).toContain(marker)
  return { mark: marker, inside: fenced_text, lines: fenced_text.split('\n').map((line) => JSON.parse(line)) }
}

export function setUpCompletions() {
  beforeAll(async () => {
    model = await startFakeAiProvider()
    t = await startTestApp({
      ai_reach: { isAllowed: (address) => address === '127.0.0.1' },
      ai_limits: model.limits,
    })
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  })
  afterAll(async () => {
    await t.stop()
    await model.stop()
  })
  beforeEach(async () => {
    model.failWith(null)
    model.answerWith('Done.')
    model.asked.length = 0
    await t.db.deleteFrom('ai_calls').execute()
    await t.db.deleteFrom('ai_providers').execute()
    await t.db.updateTable('ai_budget').set({ monthly_micros: null }).execute()
    const provider = { name: 'House model', kind: 'openai_compatible', model: 'test-model', enabled: true }
    const created = await admin.post('/api/v1/ai/providers', {
      ...provider,
      ...{ base_url: model.base_url, api_key: testApiKey, input_price: 1, output_price: 10 },
    })
    expect(created.status).toBe(200)
    const actor = await t.make.agent({ permissions: agentPermissions, first_name: 'Mara' })
    agent_id = actor.id
    agent = await t.as(actor)
  })
}
