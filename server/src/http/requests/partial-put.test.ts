import { allEndpoints } from '@parley/contract/all-endpoints'
import { isChangesSchema } from '@parley/contract/shared/changes-schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiSession, editableObjects } from '../../testing/editable-objects.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: ApiSession
beforeAll(async () => {
  const network = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  t = await startTestApp({ webhook_reach: network, ai_reach: network })
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

test('the table covers every PUT that updates fields of an object', () => {
  // Each of these sets a single, required value, or replaces a whole, as a draft. The tests of scheduled replies are beside them.
  const setters =
    /toggle|reset|block|weights|mode|availability|password|totp|setAiKey|updateMe$|attributes?$|held|primary|retry|seen|unread|assign|remove|setPriority|setStatus|setTags|setConversationSla|dismiss|renamePasskey|confirmMyTotp|undo|release|keepSetupSteps|follow|markNotification|saveDraft|ScheduledReply|moveToInbox|moveView|confirmRetention/i
  const editors = [...allEndpoints].flatMap(([name, e]) =>
    e.method === 'PUT' && (isChangesSchema(e.body) || !setters.test(name)) ? [name] : [],
  )
  expect(Object.keys(editableObjects).sort()).toEqual(editors.sort())
})

test.each(Object.entries(editableObjects))(
  '%s keeps every field that is not sent',
  async (name, { make, smallest_change: change, is_form }) => {
    const path = await make(t, admin)
    const before = (await admin.get(path)).body.data
    t.clock.advance(1000)
    const put = allEndpoints.get(name)?.path.replace(/:id/, path.split('/').at(-1) ?? '') ?? ''
    const form = is_form && (await multipartForm(null, change as Record<string, string>))
    const answer = form ? await admin.put(put, form.payload, form.headers) : await admin.put(put, change)
    expect(answer).toMatchObject({ status: 200 })
    const { updated_at: _, ...after } = (await admin.get(path)).body.data
    const { updated_at: _before, ...expected } = { ...before, ...change }
    expect(after).toEqual(expected)
  },
)

test('a secret that is not sent is kept', async () => {
  const stored = async (table: 'webhooks' | 'ai_providers' | 'oidc_providers', id: number) =>
    t.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (const [name, table] of [
    ['updateWebhook', 'webhooks'],
    ['updateAiProvider', 'ai_providers'],
    ['updateOidcProvider', 'oidc_providers'],
  ] as const) {
    const path = await editableObjects[name]?.make(t, admin)
    const id = Number(path?.split('/').at(-1))
    const secretOf = (row: object) =>
      Object.entries(row).find(([key]) => ['secret', 'api_key', 'client_secret'].includes(key))?.[1]
    const before = secretOf(await stored(table, id))
    expect(before).toMatch(/./)
    await admin.put(path ?? '', { name: `Renamed ${table}` })
    expect(secretOf(await stored(table, id))).toEqual(before)
  }
})

test('null clears a nullable field, and one of two servers can be changed without the other', async () => {
  const team = await editableObjects.updateTeam?.make(t, admin)
  const cleared = { emoji: null, business_hours_id: null, sla_policy_id: null }
  expect((await admin.put(team ?? '', cleared)).body.data).toMatchObject(cleared)

  const inbox = (await editableObjects.updateInbox?.make(t, admin)) ?? ''
  const before = (await admin.get(inbox)).body.data.config
  const config = { smtp: [{ host: 'mail.acme.test', port: 587 }] }
  const after = (await admin.put(inbox, { config })).body.data.config
  expect(after.imap).toEqual(before.imap)
  expect(after.smtp).toMatchObject(config.smtp)
})

test('null on a non-nullable field is ignored from older clients and rejected elsewhere', async () => {
  const team = (await editableObjects.updateTeam?.make(t, admin)) ?? ''
  const { name } = (await admin.get(team)).body.data
  expect((await admin.put(team, { name: null, emoji: '🎈' })).body.data).toMatchObject({ name, emoji: '🎈' })
  const prompt = (await editableObjects.updateAiPrompt?.make(t, admin)) ?? ''
  expect(await admin.put(prompt, { title: null })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'title' }] },
  })
})

test('a change that contradicts stored values is rejected', async () => {
  const policy = (await editableObjects.updateSlaPolicy?.make(t, admin)) ?? ''
  expect(await admin.put(policy, { resolution_time: '30m' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'resolution_time' }] },
  })
  const hours = (await editableObjects.updateBusinessHours?.make(t, admin)) ?? ''
  expect(await admin.put(hours, { hours: {} })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'hours' }] },
  })
})
