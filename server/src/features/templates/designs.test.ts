import { contrastRatio, readableOn } from '@parley/contract/templates/template-colors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/templates'
type Block = Record<string, unknown>
const content = { id: 'c', type: 'content' }
const design = (...blocks: Block[]) => ({ blocks: [...blocks, content] })
const text = (html: string) => ({ id: 't', type: 'text', html })
const write = (more: object = {}) => ({
  name: 'Brand',
  type: 'email_outgoing',
  body: '{{ content }}',
  ...more,
})
const create = async (more: object) => {
  const { status, body } = await admin.post(path, write(more))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const update = async (id: number, body: object) => {
  const answer = await admin.put(`${path}/${id}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

test('a design makes the body, and both are returned', async () => {
  const created = await create({
    design: {
      ...design({ id: 'h', type: 'heading', text: 'Fish & <Chips> for {{ contact.first_name }}' }),
      font: 'georgia',
    },
  })
  expect(created.body).toContain('Fish &amp; &lt;Chips&gt; for {{ contact.first_name }}')
  expect(created.body).toContain('Georgia')
  expect(created.body).toContain('{{ content }}')
  expect(created.design).toEqual({
    ...{ font: 'georgia', font_size: 15, color: null, background: '#ffffff' },
    blocks: [
      { id: 'h', type: 'heading', align: 'left', text: 'Fish & <Chips> for {{ contact.first_name }}' },
      content,
    ],
  })
  expect((await admin.get(`${path}/${created.id}`)).body.data).toEqual(created)
})

test('a body that was changed as code removes the design; a client that returns everything unchanged keeps it', async () => {
  const created = await create({ design: design() })
  expect((await update(created.id, created)).design).toEqual(created.design)
  expect((await update(created.id, { name: 'Other', body: created.body })).design).toEqual(created.design)
  const byCode = created.body.replace('{{ content }}', '<hr>{{ content }}')
  // As an older client does, which doesn't know designs, or one that sends back what it received.
  expect(await update(created.id, { ...created, body: byCode })).toMatchObject({ body: byCode, design: null })
  const changed = await update(created.id, { design: design({ id: 'b', type: 'bar' }) })
  expect(changed.body).toContain('{{ brand.color }}')
  expect(await update(created.id, { design: null })).toMatchObject({ body: changed.body, design: null })
  const events = await t.db
    .selectFrom('events')
    .select('changes')
    .where('object_type', '=', 'template')
    .where('object_id', '=', created.id)
    .orderBy('id')
    .execute()
  expect(events.at(-1)?.changes).toEqual({ editor: ['visual', 'code'] })
})

test('a server that doesn’t know designs may change the body: then the template is code', async () => {
  const { id } = await create({ design: design() })
  await t.db.updateTable('templates').set({ body: '<p>{{ content }}</p>' }).where('id', '=', id).execute()
  expect((await admin.get(`${path}/${id}`)).body.data.design).toBeNull()
  expect((await update(id, { name: 'Renamed' })).body).toBe('<p>{{ content }}</p>')
})

test.each([
  ['<p>Hi</p><script>alert(1)</script>', '<p style="margin: 0 0 8px;">Hi</p>'],
  [
    '<p onclick="x()">Hi <img src="/uploads/00000000-0000-4000-8000-000000000000" alt="a > b"></p>',
    'Hi </p>',
  ],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  [
    '<p>{{ brand.name }} {% if contact.email != "" %}x{% endif %}</p>',
    '{{ brand.name }} {% if contact.email != "" %}x',
  ],
])('texts are cleaned: %s', async (html, expected) => {
  const { body } = await create({ design: design(text(html)) })
  expect(body.replace(/" rel="[^"]*"/g, '"')).toContain(expected)
  expect(body).not.toMatch(/<script|onclick|javascript:|<img/)
})

test.each([
  [{ id: 'b', type: 'button', label: 'Go', url: 'javascript:alert(1)' }, 'design.blocks.0.url'],
  [{ id: 'b', type: 'button', label: 'Go', url: 'https://a.test/" onclick="x' }, 'design.blocks.0.url'],
  [{ id: 'b', type: 'links', links: [{ label: 'Go', url: 'shop' }] }, 'design.blocks.0.links.0.url'],
  [{ id: 'b', type: 'links', links: [] }, 'design.blocks.0.links'],
  [{ id: 'h', type: 'heading', text: 'a\nb' }, 'design.blocks.0.text'],
  [{ id: 'c', type: 'divider' }, 'design.blocks'],
  [{ id: 'c2', type: 'content' }, 'design.blocks'],
])('the design %j is refused at its field', async (block, field) => {
  const { status, body } = await admin.post(path, write({ design: design(block) }))
  expect([status, body.errors?.[0]?.path]).toEqual([400, field])
})

test.each([
  [{ color: 'red' }, 'design.color'],
  [{ background: '#fff' }, 'design.background'],
  [{ font: 'Comic Sans' }, 'design.font'],
  [{ blocks: [] }, 'design.blocks'],
])('%j is refused', async (more, field) => {
  const { status, body } = await admin.post(path, write({ design: { ...design(), ...more } }))
  expect([status, body.errors?.[0]?.path]).toEqual([400, field])
})

test('problems of a typed text are reported as those of code, and a second reply is one', async () => {
  for (const [typed, message] of [
    ['{{ nobody.name }}', 'There’s no variable nobody.name'],
    ['{{ content }}', 'exactly once'],
    ['{% if x %}', 'tag'],
  ]) {
    const { status, body } = await admin.post(path, write({ design: design(text(`<p>${typed}</p>`)) }))
    expect([status, body.errors[0].path]).toEqual([400, 'body'])
    expect(body.errors[0].message).toContain(message)
  }
})

test('the preview shows a design with the brand of an inbox, cleaned', async () => {
  const inbox = await t.make.inbox()
  await admin.put(`/api/v1/inboxes/${inbox.id}`, {
    ...{
      enabled: true,
      brand_name: 'Lamps & Co',
      brand_color: '#ffcc00',
      brand_footer: 'Oak Street 1\nBerlin',
    },
  })
  const blocks = [
    { id: 'l', type: 'logo', url: 'https://lamps.test' },
    { id: 'b', type: 'button', label: 'Shop', url: 'https://lamps.test/?a=1&b=2' },
    text('<p>Hi<script>1</script></p>'),
    { id: 'f', type: 'footer' },
  ]
  const { data } = (
    await admin.post(`${path}/preview`, {
      ...{ type: 'email_outgoing', subject: null, body: '' },
      ...{ design: design(...blocks), inbox_id: inbox.id },
    })
  ).body
  expect(data.problem).toBeNull()
  expect(data.html).toContain('Lamps &amp; Co</strong>')
  expect(data.html).toContain(`bgcolor="#ffcc00"`)
  expect(data.html).toContain(`color: ${readableOn('#ffcc00')}`)
  expect(data.html).toContain('https://lamps.test/?a=1&amp;b=2')
  expect(data.html).toMatch(/Oak Street 1<br>\nBerlin<br>/)
  expect(data.html).not.toContain('<script')
})

test('text on any colour has the better contrast of dark and light', () => {
  for (const color of ['#000000', '#ffffff', '#ffcc00', '#4f46c8', '#777777', '#00aa55'])
    expect(contrastRatio(color, readableOn(color)), color).toBeGreaterThanOrEqual(4)
})

test('a notification has no design', async () => {
  const created = await create({
    type: 'email_notification',
    name: 'Notice',
    body: '<p>{{ link }}</p>',
    design: design(),
  })
  expect(created).toMatchObject({ body: '<p>{{ link }}</p>', design: null })
})
