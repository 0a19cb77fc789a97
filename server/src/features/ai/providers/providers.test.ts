import { secretMask } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '../../../http/outbound/allowed-addresses.ts'
import { startFakeAiProvider, testApiKey } from '../../../testing/fake-services/fake-ai-provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let model: Awaited<ReturnType<typeof startFakeAiProvider>>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  model = await startFakeAiProvider()
  t = await startTestApp({
    ai_reach: {
      resolve: async (host) =>
        host === 'inside.example.com' ? ['10.0.0.7'] : host.endsWith('.example.com') ? ['93.184.216.34'] : [],
      isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    },
    ai_limits: model.limits,
  })
  admin = await t.as(await t.make.agent({ permissions: ['ai:manage'] }))
})
afterAll(async () => {
  await t.stop()
  await model.stop()
})
beforeEach(async () => {
  model.failWith(null)
  model.answerWith('I am ready.')
  model.asked.length = 0
  await t.db.deleteFrom('ai_providers').execute()
})

const write = (more: object = {}) => ({
  name: 'House model',
  kind: 'openai_compatible',
  base_url: model.base_url,
  api_key: testApiKey,
  model: 'test-model',
  input_price: 2,
  output_price: 8,
  enabled: true,
  ...more,
})
const make = async (more: object = {}) => (await admin.post('/api/v1/ai/providers', write(more))).body.data
const isAiOn = async () => (await admin.get('/api/v1/settings/general')).body.data['app.ai']

test('AI is off until a provider is enabled; the key is encrypted and never returned', async () => {
  expect(await isAiOn()).toBe(false)
  expect((await t.send({ url: '/api/v1/settings/general' })).body.data).not.toHaveProperty('app.ai')
  const created = await make()
  expect(created).toMatchObject({ name: 'House model', api_key: secretMask, enabled: true })
  expect(await isAiOn()).toBe(true)
  const stored = await t.db.selectFrom('ai_providers').selectAll().executeTakeFirstOrThrow()
  expect(stored.api_key).not.toContain(testApiKey)
  expect(t.secrets.open(stored.api_key)).toBe(testApiKey)
  const recordedEvents = await t.db
    .selectFrom('events')
    .selectAll()
    .where('object_type', '=', 'ai_provider')
    .execute()
  expect(JSON.stringify(recordedEvents)).not.toContain(testApiKey)

  // The mask keeps it, and so does omitting it.
  for (const api_key of [secretMask, undefined]) {
    const saved = await admin.put(`/api/v1/ai/providers/${created.id}`, write({ api_key, name: 'Renamed' }))
    expect(saved.body.data).toMatchObject({ api_key: secretMask, name: 'Renamed' })
  }
  const kept = await t.db.selectFrom('ai_providers').select('api_key').executeTakeFirstOrThrow()
  expect(t.secrets.open(kept.api_key)).toBe(testApiKey)
  const keyRemoved = write({ api_key: '', remove_api_key: true })
  expect((await admin.put(`/api/v1/ai/providers/${created.id}`, keyRemoved)).body.data.api_key).toBe('')
  expect((await admin.del(`/api/v1/ai/providers/${created.id}`)).status).toBe(200)
  expect(await isAiOn()).toBe(false)
})

test('a stored key is only sent to the server it belongs to', async () => {
  const { id } = await make()
  const moved = write({ base_url: 'https://evil.example.com/v1', api_key: secretMask })
  const saved = await admin.put(`/api/v1/ai/providers/${id}`, moved)
  expect([saved.status, saved.body.errors]).toEqual([
    400,
    [{ path: 'api_key', message: `Enter the key again. The stored one belongs to ${model.origin}` }],
  ])
  const tested = await admin.post('/api/v1/ai/providers/test', { ...moved, id })
  expect([tested.status, tested.body.errors[0].path]).toEqual([400, 'api_key'])
  expect(model.asked).toEqual([])
  expect((await admin.get(`/api/v1/ai/providers/${id}`)).body.data.base_url).toBe(model.base_url)
})

test.each([
  ['http://169.254.169.254/latest', 'never contacted'],
  ['http://inside.example.com/v1', 'PARLEY_AI_ALLOW'],
  ['http://[::1]:11434/v1', 'PARLEY_AI_ALLOW'],
  ['http://models.example.com/v1', 'Use an https:// URL'],
  ['https://nowhere.test/v1', 'No server with this name'],
  ['ftp://models.example.com', 'must start with https://'],
  ['https://ada:pw@models.example.com', 'without a username'],
  ['https://models.example.com/v1?x=1', 'without a question mark'],
  ['models.example.com', 'full URL'],
])('%s is rejected and leaves no trace', async (base_url, words) => {
  const before = await t.events()
  for (const path of ['', '/test']) {
    const reply = await admin.post(`/api/v1/ai/providers${path}`, write({ base_url }))
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'base_url'])
    expect(reply.body.message).toContain(words)
  }
  expect(await t.events()).toEqual(before)
  expect((await admin.get('/api/v1/ai/providers')).body.data).toEqual([])
})

test('one provider is enabled at a time, also when two are enabled concurrently', async () => {
  const first = await make()
  const second = await make({ name: 'Second', enabled: false })
  await admin.put(`/api/v1/ai/providers/${second.id}/toggle`)
  const listEnabled = async () =>
    (await admin.get('/api/v1/ai/providers')).body.data
      .filter((one: { enabled: boolean }) => one.enabled)
      .map((one: { name: string }) => one.name)
  expect(await listEnabled()).toEqual(['Second'])
  const third = await make({ name: 'Third' })
  expect(await listEnabled()).toEqual(['Third'])
  await Promise.all(
    [first.id, second.id, third.id, first.id].map((id) => admin.put(`/api/v1/ai/providers/${id}/toggle`)),
  )
  expect((await listEnabled()).length).toBeLessThanOrEqual(1)
  const same = await admin.post('/api/v1/ai/providers', write({ name: 'second' }))
  expect([same.status, same.body.message]).toEqual([409, 'A provider with this name already exists'])
})

test('every change is recorded with before and after', async () => {
  const { id } = await make()
  await admin.put(`/api/v1/ai/providers/${id}`, write({ model: 'larger', api_key: `${testApiKey}2` }))
  await admin.put(`/api/v1/ai/providers/${id}/toggle`)
  await admin.del(`/api/v1/ai/providers/${id}`)
  const rows = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'ai_provider')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ type }) => type)).toEqual(
    ['created', 'changed', 'changed', 'deleted'].map((what) => `ai_provider.${what}`),
  )
  expect(rows[1]?.changes).toEqual({ model: ['test-model', 'larger'], api_key: [secretMask, secretMask] })
  expect(rows[2]?.changes).toEqual({ enabled: [true, false] })
})

test.each(['openai_compatible', 'anthropic'])(
  "the test reports the server's real response: %s",
  async (kind) => {
    const ok = await admin.post('/api/v1/ai/providers/test', write({ kind }))
    expect(ok.body.data).toMatchObject({ ok: true, answer: 'I am ready.', error: null, tokens_out: 3 })
    expect(model.last().path).toBe(kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions')

    const { id } = await make({ kind })
    const stored = await admin.post('/api/v1/ai/providers/test', write({ kind, id, api_key: secretMask }))
    expect(stored.body.data.ok).toBe(true)
    const wrong = await admin.post('/api/v1/ai/providers/test', write({ kind, api_key: 'sk-wrong' }))
    expect(wrong.body.data).toMatchObject({ ok: false, answer: '' })
    expect(wrong.body.data.error).toMatch(/rejected the API key.*401: Incorrect API key provided: •••/)
    for (const [fault, words] of [
      [404, /doesn’t recognise the model.*404: The model `gpt-none` does not exist/],
      [429, /isn’t accepting more requests.*429: You exceeded your current quota/],
      [500, /is having problems.*500: The server had an error/],
      [302, /couldn’t be read.*302/],
      ['hang', /took too long/],
      ['stall', /took too long/],
      ['break', /stopped in the middle/],
      ['garbage', /couldn’t be read/],
    ] as const) {
      model.answerWith('One two three four five.')
      model.failWith(fault)
      const { data } = (await admin.post('/api/v1/ai/providers/test', write({ kind }))).body
      expect([fault, data.ok]).toEqual([fault, false])
      expect(data.error).toMatch(words)
    }
    const moved = write({ kind, base_url: 'http://127.0.0.1:1/v1' })
    expect((await admin.post('/api/v1/ai/providers/test', moved)).body.data.error).toMatch(/can’t be reached/)
  },
)

test('older clients can set the key of OpenAI, and only that', async () => {
  const other = await make()
  const set = (body: object) => admin.put('/api/v1/ai/provider', body)
  expect((await set({ provider: 'openai', api_key: 'sk-first-key' })).body.data).toEqual(expect.any(String))
  await set({ provider: 'openai', api_key: 'sk-second-key' })
  const rows = await t.db.selectFrom('ai_providers').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { id: other.id, enabled: false },
    { base_url: 'https://api.openai.com/v1', model: 'gpt-4o-mini', enabled: true },
  ])
  expect(t.secrets.open(rows[1]?.api_key ?? '')).toBe('sk-second-key')
  expect((await set({ provider: 'other', api_key: 'x' })).status).toBe(400)
  expect((await set({ provider: 'openai', api_key: ' ' })).status).toBe(400)
})

test("the contract's five prompts exist, can be changed, and can be reset", async () => {
  const agent = await t.as(await t.make.agent({ permissions: [] }))
  const list = async () => (await agent.get('/api/v1/ai/prompts')).body.data
  const builtin = [
    ['Add empathy', 'add_empathy'],
    ['Adjust positive tone', 'adjust_positive_tone'],
    ['Make concise', 'make_concise'],
    ['Make friendly', 'make_friendly'],
    ['Make professional', 'make_professional'],
  ]
  expect((await list()).map((one: { title: string; key: string }) => [one.title, one.key])).toEqual(builtin)
  expect(JSON.stringify(await list())).not.toContain('content')

  const { id } = (await list())[0]
  const before = (await admin.get(`/api/v1/ai/prompts/${id}`)).body.data
  const changed = await admin.put(`/api/v1/ai/prompts/${id}`, { title: 'Kind', content: 'Be kind.' })
  expect(changed.body.data).toMatchObject({ key: 'add_empathy', title: 'Kind', is_changed: true })
  const reset = await admin.put(`/api/v1/ai/prompts/${id}/reset`)
  expect(reset.body.data).toMatchObject({ title: before.title, content: before.content, is_changed: false })
  expect((await admin.del(`/api/v1/ai/prompts/${id}`)).status).toBe(409)

  const customPrompt = { title: 'Für Ärzte!', content: 'Write for doctors.' }
  const created = (await admin.post('/api/v1/ai/prompts', customPrompt)).body.data
  expect(created).toMatchObject({ key: 'fu_r_a_rzte', is_builtin: false })
  expect((await admin.post('/api/v1/ai/prompts', customPrompt)).status).toBe(409)
  expect((await admin.put(`/api/v1/ai/prompts/${created.id}/reset`)).status).toBe(409)
  expect((await admin.put(`/api/v1/ai/prompts/${created.id}`, { title: '', content: 'x' })).status).toBe(400)
  expect((await admin.del(`/api/v1/ai/prompts/${created.id}`)).status).toBe(200)
  expect((await list()).length).toBe(5)
})
