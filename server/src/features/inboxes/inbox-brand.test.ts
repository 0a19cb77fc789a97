import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { removeUnusedUploads } from '../media/remove-unused-uploads.ts'

let t: TestApp
let manager: Awaited<ReturnType<TestApp['as']>>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const pathOf = (id: number) => `/api/v1/inboxes/${id}`
const put = (id: number, body: object) => manager.put(pathOf(id), { enabled: true, ...body })
const template = async (name = 'Brand', body = '<main>{{ content }}</main>') =>
  (await admin.post('/api/v1/templates', { name, type: 'email_outgoing', body })).body.data.id as number
const picture = () =>
  sharp({ create: { width: 80, height: 20, channels: 3, background: '#cc0044' } })
    .jpeg()
    .toBuffer()
async function uploadLogo(by = manager) {
  const { payload, headers } = await multipartForm({
    name: 'a.jpg',
    type: 'image/jpeg',
    bytes: await picture(),
  })
  return by.post('/api/v1/inboxes/logo', payload, headers)
}
const logo = async () => (await uploadLogo()).body.data.url as string
const isPublic = async (url: string) => (await t.app.inject(url)).statusCode === 200
const lastChanges = async (id: number) =>
  (
    await t.db
      .selectFrom('events')
      .select('changes')
      .where('object_type', '=', 'inbox')
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).changes

test('a new inbox has the workspace’s brand; what is saved is returned, logged, and kept by other saves', async () => {
  const { id } = await t.make.inbox()
  const before = (await manager.get(pathOf(id))).body.data
  expect(before).toMatchObject({
    template_id: null,
    brand_name: '',
    brand_logo_url: '',
    brand_color: '',
    brand_footer: '',
  })
  const template_id = await template()
  const brand = {
    template_id,
    brand_name: 'Lamps & Co',
    brand_color: '#FFCC00',
    brand_footer: ' Oak Street 1\r\nBerlin ',
  }
  const saved = await put(id, brand)
  const stored = { ...brand, brand_color: '#ffcc00', brand_footer: 'Oak Street 1\nBerlin' }
  expect(saved.body.data).toMatchObject(stored)
  expect(await lastChanges(id)).toEqual({
    template_id: [null, template_id],
    brand_name: ['', 'Lamps & Co'],
    brand_color: ['', '#ffcc00'],
    brand_footer: ['', 'Oak Street 1\nBerlin'],
  })
  expect((await put(id, { name: 'Renamed' })).body.data).toMatchObject({ ...stored, name: 'Renamed' })
  const { body } = await admin.get('/api/v1/activity-logs')
  expect(JSON.stringify(body.data)).toContain('Brand')
})

test.each([
  [{ brand_color: 'red' }, 'brand_color', 'Enter a colour'],
  [{ brand_color: '#fff' }, 'brand_color', 'Enter a colour'],
  [{ brand_name: 'a\nb' }, 'brand_name', 'one line'],
  [{ brand_footer: 'x'.repeat(1001) }, 'brand_footer', ''],
  [{ template_id: 999_999 }, 'template_id', 'no longer exists'],
  [{ brand_logo_url: 'https://elsewhere.test/logo.png' }, 'brand_logo_url', 'Upload the logo again'],
  [
    { brand_logo_url: '/uploads/00000000-0000-4000-8000-000000000000' },
    'brand_logo_url',
    'Upload the logo again',
  ],
])('%j is refused and leaves no trace', async (body, field, message) => {
  const { id } = await t.make.inbox()
  const before = (await manager.get(pathOf(id))).body.data
  const answer = await put(id, body)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ path: field, message: expect.stringContaining(message) }])
  expect((await manager.get(pathOf(id))).body.data).toEqual(before)
})

test('a notification can’t be the template of an inbox, nor a file of a message its logo', async () => {
  const { id } = await t.make.inbox()
  const [notification] = (await admin.get('/api/v1/templates?type=email_notification')).body.data
  expect((await put(id, { template_id: notification.id })).status).toBe(400)
  const { payload, headers } = await multipartForm(
    {
      name: 'logo.png',
      type: 'image/png',
      bytes: await sharp(await picture())
        .png()
        .toBuffer(),
    },
    { linked_model: 'messages', inline: 'true' },
  )
  const { uuid } = (await admin.post('/api/v1/media', payload, headers)).body.data
  expect((await put(id, { brand_logo_url: `/uploads/${uuid}` })).status).toBe(400)
})

test('a saved logo is public and kept; a replaced one, or that of a deleted inbox, is neither', async () => {
  const { id } = await t.make.inbox()
  const [first, second, unused] = [await logo(), await logo(), await logo()]
  expect(await isPublic(first)).toBe(false)
  expect((await put(id, { brand_logo_url: first })).status).toBe(200)
  const later = async () => {
    t.clock.advance(25 * 3_600_000)
    await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  }
  await later()
  expect([await isPublic(first), await isPublic(unused)]).toEqual([true, false])
  expect((await put(id, { brand_logo_url: unused })).status, 'it was removed as unused').toBe(400)

  const again = await logo()
  await put(id, { brand_logo_url: again })
  expect([await isPublic(first), await isPublic(again)]).toEqual([false, true])
  expect((await put(id, { brand_logo_url: first })).status, 'within a day it can be used again').toBe(200)
  await put(id, { brand_logo_url: again })
  await later()
  const stored = async () =>
    (await t.db.selectFrom('media').select('uuid').where('model_type', '=', 'settings').execute()).map(
      ({ uuid }) => `/uploads/${uuid}`,
    )
  expect(await stored()).toEqual([again])
  expect((await put(id, { brand_logo_url: first })).status).toBe(400)
  expect((await put(id, { brand_logo_url: second })).status).toBe(400)

  const other = await t.make.inbox()
  expect((await put(other.id, { brand_logo_url: again })).status).toBe(200)
  expect((await manager.del(pathOf(id))).status).toBe(200)
  expect([await isPublic(again), await stored()], 'another inbox uses it').toEqual([true, [again]])
  expect((await manager.del(pathOf(other.id))).status).toBe(200)
  expect(await isPublic(again)).toBe(false)
  expect(await stored()).toEqual([])
})

test('only who manages inboxes uploads logos, and only pictures', async () => {
  expect(
    (await uploadLogo(await t.as(await t.make.agent({ permissions: ['templates:manage'] })))).status,
  ).toBe(403)
  const { payload, headers } = await multipartForm({
    name: 'a.svg',
    bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect((await manager.post('/api/v1/inboxes/logo', payload, headers)).status).toBe(400)
})

test('templates to choose from are listed for who manages inboxes, with the default first', async () => {
  const id = await template('A brand')
  const { data } = (await manager.get('/api/v1/inboxes/templates')).body
  expect(data[0]).toMatchObject({ is_default: true })
  expect(data).toContainEqual({ id, name: 'A brand', is_default: false })
})

test('the preview shows an unsaved brand with made-up data only', async () => {
  await t.make.conversation({ subject: 'SECRET SUBJECT' })
  const template_id = await template(
    'Preview',
    '<img src="{{ brand.logo }}"><i>{{ brand.name }} {{ inbox.name }} {{ inbox.email }} {{ brand.color }} {{ contact.first_name }} {{ conversation.subject }}</i>{{ content }}',
  )
  const brand = {
    ...{
      template_id,
      brand_name: 'Lamps & Co',
      brand_logo_url: await logo(),
      brand_color: '',
      brand_footer: '',
    },
    ...{ inbox_name: 'Support', inbox_email: 'help@lamps.test', signature: '{{ brand.name }}' },
  }
  const { data } = (await manager.post('/api/v1/inboxes/brand-preview', brand)).body
  expect(data.html).toMatch(
    /<img src="data:image\/png;base64,[\w+/=]+"><i>Lamps &amp; Co Support help@lamps.test #4f46c8 Grace/,
  )
  expect(data.html).toContain('<p>-- <br>Lamps &amp; Co</p>')
  expect(data.html).not.toContain('SECRET')
})

test('deleting a template shows the inboxes that use it, which then use the default one', async () => {
  const { id } = await t.make.inbox()
  const template_id = await template('Old')
  await put(id, { template_id })
  const listed = (await admin.get('/api/v1/templates?type=email_outgoing')).body.data
  const inbox_names = [(await manager.get(pathOf(id))).body.data.name]
  expect(listed.find((one: { id: number }) => one.id === template_id)).toMatchObject({ inbox_names })
  expect((await admin.get(`/api/v1/templates/${template_id}/deletion`)).body.data).toEqual({
    refusal: null,
    effects: [{ effect: 'inboxes_without_template', count: 1, count_is_minimum: false }],
  })
  const builtin = (await admin.get('/api/v1/templates?type=email_notification')).body.data[0]
  const { refusal } = (await admin.get(`/api/v1/templates/${builtin.id}/deletion`)).body.data
  expect((await admin.del(`/api/v1/templates/${builtin.id}`)).body.message).toBe(refusal)
  expect((await admin.del(`/api/v1/templates/${template_id}`)).status).toBe(200)
  expect((await manager.get(pathOf(id))).body.data.template_id).toBeNull()
})
