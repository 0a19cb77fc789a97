import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let mail: TestMail
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const types = ['delivery.read', 'settings.activity_exported', 'settings.report_exported']
const readLog = async () =>
  (await admin.get('/api/v1/activity-logs')).body.data.results
    .filter(({ activity_type }: { activity_type: string }) => types.includes(activity_type))
    .reverse()

test('every reading of raw email and every export is in the activity log, with who and from where', async () => {
  await t.make.inbox('help@acme.test')
  const { id, conversation_id } = await mail.receive(
    mail.compose({ from: 'ada@customer.test', to: 'help@acme.test' }),
    'help@acme.test',
    'ada@customer.test',
  )
  const { uuid } = await mail.conversation(conversation_id)
  const [message] = await mail.messagesOf(conversation_id)
  const source = `/api/v1/conversations/${uuid}/messages/${message?.uuid}/source`
  const agent = await t.make.agent({
    first_name: 'Grace',
    permissions: ['messages:read', 'conversations:read_all', 'conversations:read'],
  })
  const browser = await t.as(agent)
  expect((await browser.get(source)).status).toBe(200)
  expect((await browser.get(`${source}/raw`)).status).toBe(200)
  const [entry, ...more] = await readLog()
  expect(more).toHaveLength(1)
  expect(entry).toMatchObject({
    ...{ activity_type: 'delivery.read', actor_id: agent.id, ip: '127.0.0.1' },
    ...{ target_model_type: 'delivery', target_model_id: id, target_name: `#${id}` },
  })

  const deliveries = '/api/v1/email/deliveries'
  for (const path of [
    `${deliveries}/${id}/headers`,
    `${deliveries}/${id}/raw`,
    '/api/v1/activity-logs/export',
    '/api/v1/reports/csv?from=2026-03-01&to=2026-03-31&sheet=summary',
  ])
    expect((await admin.get(path)).status, path).toBe(200)
  expect(
    (await readLog()).slice(2).map(({ activity_type }: { activity_type: string }) => activity_type),
  ).toEqual([...['delivery.read', 'delivery.read', 'settings.activity_exported', 'settings.report_exported']])
})

test('what is refused leaves no line', async () => {
  const before = (await readLog()).length
  const outsider = await t.as(await t.make.agent())
  for (const [browser, path] of [
    [outsider, '/api/v1/activity-logs/export'],
    [outsider, '/api/v1/email/deliveries/1/raw'],
    [admin, '/api/v1/email/deliveries/999999/raw'],
    [admin, '/api/v1/email/deliveries/999999/headers'],
  ] as const)
    expect((await browser.get(path)).status, path).toBeGreaterThanOrEqual(403)
  expect(await readLog()).toHaveLength(before)
})
