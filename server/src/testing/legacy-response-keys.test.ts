import { afterAll, beforeAll, expect, test } from 'vitest'
import { legacyResponseKeys } from './legacy-response-keys.ts'
import { multipartForm } from './multipart-form.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('every response has the keys that existing clients of both generations read', async () => {
  const team = await t.make.team()
  const ana = await t.make.agent({ permissions: t.make.allPermissions, team_ids: [team.id] })
  const browser = await t.as(ana)
  const get = async (path: string) => (await browser.get(`/api/v1${path}`)).body.data
  const c = await t.make.conversation({ assigned_user_id: ana.id, email: 'known@customer.test' })
  await t.make.conversation({ email: 'known@customer.test' })
  const { payload, headers } = await multipartForm(
    { name: 'a.txt', bytes: 'x' },
    { linked_model: 'messages' },
  )
  const media = (await browser.post('/api/v1/media', payload, headers)).body.data
  const path = `/conversations/${c.uuid}`
  await browser.post(`/api/v1${path}/messages`, {
    message: '<p>Look</p>',
    private: true,
    attachments: [media.id],
  })

  const list = await get('/conversations/all')
  const conversation = await get(path)
  const messages = await get(`${path}/messages`)
  const me = await get('/agents/me')
  const answers: Record<keyof typeof legacyResponseKeys, object> = {
    page: list,
    list_item: list.results[0],
    list_item_contact: list.results[0].contact,
    conversation,
    conversation_contact: conversation.contact,
    previous_conversation: conversation.previous_conversations[0],
    participant: (await get(`${path}/participants`))[0],
    message: messages.results[0],
    attachment: messages.results[0].attachments[0],
    media,
    person: me,
    user_compact: (await get('/agents/compact'))[0],
    team: await get(`/teams/${team.id}`),
    team_compact: (await get('/teams/compact'))[0],
    role: (await get('/roles'))[0],
    inbox: (await get('/inboxes'))[0],
  }
  for (const [entity, answer] of Object.entries({ ...answers, team_of_me: me.teams[0] })) {
    const expected_keys =
      entity === 'team_of_me'
        ? legacyResponseKeys.team_compact
        : legacyResponseKeys[entity as keyof typeof legacyResponseKeys]
    expect([entity, expected_keys.filter((key) => !(key in answer))]).toEqual([entity, []])
  }
  const contact = await get(`/contacts/${conversation.contact_id}`)
  expect(legacyResponseKeys.person.filter((key) => !(key in contact))).toEqual([])
  const row = (await get('/contacts')).results[0]
  expect(legacyResponseKeys.user_compact.filter((key) => !(key in row))).toEqual([])
})

test('old clients see when the assigned agent last read a conversation', async () => {
  const ana = await t.make.agent({ permissions: t.make.allPermissions })
  const otherSession = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const path = `/api/v1/conversations/${c.uuid}`
  const lastSeen = async () => (await otherSession.get(path)).body.data.assignee_last_seen_at
  await otherSession.put(`${path}/last-seen`)
  expect(await lastSeen()).toBeNull()
  await (await t.as(ana)).put(`${path}/last-seen`)
  expect(await lastSeen()).toBe(t.clock.now().toISOString())
})
