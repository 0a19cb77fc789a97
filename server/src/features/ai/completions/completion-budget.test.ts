import { once } from 'node:events'
import http from 'node:http'
import { expect, test } from 'vitest'
import {
  admin,
  agent,
  agent_id,
  calls,
  conversation,
  model,
  prompt,
  setUpCompletions,
  stream,
  t,
} from './completions-suite.ts'

setUpCompletions()

test('when the client disconnects, the model is stopped and the ledger updated', async () => {
  model.answerWith('word '.repeat(200), 20)
  const { port } = t.app.server.address() as { port: number } // listens on TCP
  const request = http.request({
    ...{ port, method: 'POST', path: '/api/v1/ai/completions' },
    headers: {
      'content-type': 'application/json',
      cookie: `parley_session=${agent.token}; csrf_token=test`,
      'x-csrftoken': 'test',
    },
  })
  request.on('error', () => {})
  request.end(JSON.stringify(prompt()))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.on('error', () => {})
  await once(response, 'data')
  request.destroy()
  await expect.poll(() => model.last().aborted).toBe(true)
  await expect.poll(async () => (await calls())[0]?.outcome).toBe('stopped')
  const [call] = await calls()
  expect(call?.tokens_out).toBeGreaterThan(0)
  expect(call?.tokens_out).toBeLessThan(200)
})

test('requests beyond the budget are rejected, also when many are made at once', async () => {
  const estimate = async () => {
    await stream(prompt())
    const [call] = await calls()
    await t.db.deleteFrom('ai_calls').execute()
    return call?.cost_micros ?? 0
  }
  expect(await estimate()).toBeGreaterThan(0)
  // A request may cost 10,240 for the answer and about 200 for itself: three fit at a time.
  const saved = await admin.put('/api/v1/ai/budget', { currency: 'eur', monthly_amount: 0.033 })
  expect(saved.body.data).toEqual({ currency: 'EUR', monthly_amount: 0.033 })
  // An answer that ends frees what it did not use, so none ends before the others were refused.
  const refused = Promise.withResolvers<void>()
  let refusals = 0
  model.answerWith('a b c', refused.promise)
  const replies = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const reply = await agent.post('/api/v1/ai/completions', prompt())
      if (reply.status !== 200 && ++refusals === 5) refused.resolve()
      return reply
    }),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { status, body } of replies.filter((reply) => reply.status !== 200))
    expect([status, body.message]).toEqual([409, expect.stringContaining('budget')])
  expect(await calls()).toHaveLength(3)
  // Unused reservations are free again.
  expect((await agent.post('/api/v1/ai/completions', prompt())).status).toBe(200)

  await admin.put('/api/v1/ai/budget', { currency: 'EUR', monthly_amount: 0 })
  expect((await agent.post('/api/v1/ai/completions', prompt())).status).toBe(409)
  await t.db.updateTable('ai_providers').set({ input_price: 0, output_price: 0 }).execute()
  expect((await agent.post('/api/v1/ai/completions', prompt())).status, 'a model of our own').toBe(200)
})

test('a crash in the middle counts at the maximum cost', async () => {
  await admin.put('/api/v1/ai/budget', { currency: 'USD', monthly_amount: 0.02 })
  await t.db
    .insertInto('ai_calls')
    .values({
      ...{ created_at: t.clock.now(), agent_id, provider_name: 'House model', model: 'test-model' },
      ...{ task: 'prompt', outcome: 'running', cost_micros: 15_000 },
    })
    .execute()
  expect((await agent.post('/api/v1/ai/completions', prompt())).status).toBe(409)
  const last_month = new Date(t.clock.now().getTime() - 32 * 86_400_000)
  await t.db.updateTable('ai_calls').set({ created_at: last_month }).execute()
  expect((await agent.post('/api/v1/ai/completions', prompt())).status, 'a month later').toBe(200)
})

test('usage is reported by task, agent and model for the month', async () => {
  const c = await conversation()
  await stream(prompt())
  await stream({ task: 'summarise', conversation_uuid: c.uuid })
  model.failWith(500)
  await stream(prompt())
  await admin.put('/api/v1/ai/budget', { currency: 'USD', monthly_amount: 1 })
  const { data } = (await admin.get('/api/v1/ai/usage')).body
  expect(data).toMatchObject({ currency: 'USD', monthly_amount: 1, calls: 3, failed: 1 })
  expect(data.month).toBe(t.clock.now().toISOString().slice(0, 7))
  expect(data.share).toBeCloseTo(data.cost, 9)
  expect(data.by_agent).toMatchObject([{ agent_id, name: 'Mara', calls: 3 }])
  expect(data.by_task.map(({ task }: { task: string }) => task).sort()).toEqual(['prompt', 'summarise'])
  expect(data.by_model).toMatchObject([{ provider: 'House model', model: 'test-model', calls: 3 }])
  expect((await admin.get('/api/v1/ai/usage?month=2020-01')).body.data).toMatchObject({
    calls: 0,
    cost: 0,
    by_agent: [],
  })
  expect((await admin.get('/api/v1/ai/usage?month=2020-13')).status).toBe(400)
  const logged = await t.db
    .selectFrom('events')
    .select('changes')
    .where('type', '=', 'ai_budget.changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(logged.changes).toMatchObject({ monthly_amount: [null, 1] })
})

test('an agent is limited to thirty requests per minute', async () => {
  const replies = []
  for (let n = 0; n < 31; n++) replies.push(await agent.post('/api/v1/ai/completions', prompt()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  const last = replies.at(-1)
  expect([last?.status, Number(last?.headers['retry-after']) > 0]).toEqual([429, true])
  t.clock.advance(61_000)
  expect((await agent.post('/api/v1/ai/completions', prompt())).status).toBe(200)
})
