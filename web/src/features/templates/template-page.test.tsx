import { renderDesign } from '@parley/contract/templates/render-design'
import type { TemplateDesign } from '@parley/contract/templates/template-design'
import type { Template } from '@parley/contract/templates/templates'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { NewTemplatePage } from './new-template-page.tsx'
import { TemplatePage } from './template-page.tsx'

const preview = {
  subject: 'Lamp',
  html: '<html><head></head><body>Hi</body></html>',
  problem: null,
  reference_number: null,
}
const design: TemplateDesign = {
  ...{ font: 'system', font_size: 15, color: null, background: '#ffffff' },
  blocks: [
    { id: 'bar', type: 'bar' },
    { id: 'reply', type: 'content' },
    { id: 'shop', type: 'button', align: 'left', label: 'Shop', url: 'https://lamps.test' },
  ],
}
const template = (more: Partial<Template> = {}): Template => ({
  ...{ id: 7, created_at: '2026-09-01T09:00:00.000Z', updated_at: '2026-09-01T09:00:00.000Z' },
  ...{ type: 'email_outgoing', name: 'Lamps', subject: '', is_default: false, is_builtin: false },
  ...{ body: renderDesign(design), design },
  ...more,
})
async function openTemplate(stored = template()) {
  const requests = stubApi({
    'POST /api/v1/templates/preview': { data: preview },
    'GET /api/v1/templates/7': { data: stored },
    'PUT /api/v1/templates/7': ({ body }) => ({ data: { ...stored, ...(body as object) } }),
  })
  const page = await renderPage(<TemplatePage />, {
    at: '/admin/templates/7/edit',
    paths: ['/admin/templates/$id/edit', '/admin/templates'],
    cached: [[queryKeys.entity('templates', 7), stored]],
  })
  const saved = () =>
    requests.findLast(({ method }) => method === 'PUT')?.body as Record<string, unknown> | undefined
  return { ...page, requests, saved }
}
const block = (name: string) => within(screen.getByRole('listitem', { name }))
const code = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'HTML and Liquid' })

test('a new template starts in the visual editor; blocks are added, filled in and removed, and the body is made from them', async () => {
  const requests = stubApi({
    'POST /api/v1/templates/preview': { data: preview },
    'POST /api/v1/templates': { data: template() },
  })
  const { user } = await renderPage(<NewTemplatePage />, {
    at: '/admin/templates/new',
    paths: ['/admin/templates/new', '/admin/templates'],
  })
  await user.type(await screen.findByLabelText('Name'), 'Hats')
  await user.click(await screen.findByRole('button', { name: 'Remove Logo' }))
  await user.click(screen.getByRole('button', { name: 'Add block' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Heading' }))
  await user.type(block('Heading').getByLabelText('Text of the heading'), 'Fish & Chips')
  expect(screen.queryByRole('button', { name: 'Remove Reply' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Create template/ }))
  const find = () => requests.find(({ path }) => path === '/api/v1/templates')
  await expect.poll(find).toBeTruthy()
  const sent = find()?.body as {
    design: TemplateDesign
    body: string
  }
  expect(sent.design.blocks.map(({ type }) => type)).toEqual([
    'content',
    'divider',
    'text',
    'footer',
    'heading',
  ])
  expect(sent.body).toBe(renderDesign(sent.design))
  expect(sent.body).toContain('Fish &amp; Chips')
})

test('the code of a design can be seen; editing it removes the design, which can be taken back', async () => {
  const { user, saved } = await openTemplate()
  await screen.findByRole('listitem', { name: 'Button' })
  await user.click(screen.getByRole('button', { name: 'Code' }))
  expect(code().value).toBe(renderDesign(design))
  expect(screen.getByText(/Made in the visual editor/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visual' }))
  expect(await screen.findByRole('listitem', { name: 'Button' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Code' }))
  await user.type(code(), 'x')
  expect(screen.getByText(/You’ve edited the code/)).toBeTruthy()
  expect(
    screen.getByRole('button', { name: 'Visual' }).getAttribute('aria-disabled') ??
      screen.getByRole<HTMLButtonElement>('button', { name: 'Visual' }).disabled,
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo code changes' }))
  expect(code().value).toBe(renderDesign(design))
  expect(screen.queryByText(/unsaved change/)).toBeNull()

  await user.type(code(), 'x')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await screen.findByText(/written in code|edited the code/)
  expect(saved()).toMatchObject({ design: null, body: `${renderDesign(design)}x` })
})

test('a template written in code stays in the code editor', async () => {
  await openTemplate(template({ design: null, body: '<b>{{ content }}</b>' }))
  expect(code().value).toBe('<b>{{ content }}</b>')
  expect(screen.getByText(/This template is written in code/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo code changes' })).toBeNull()
})

test('an invalid link is shown at its field and not saved; the preview leaves its block out', async () => {
  const { user, saved, requests } = await openTemplate()
  const link =
    (await screen.findByRole('listitem', { name: 'Button' })) && block('Button').getByLabelText('Link')
  await user.clear(link)
  await user.type(link, 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(
    (await block('Button').findByText('Enter an address that starts with https://')).textContent,
  ).toBeTruthy()
  expect(saved()).toBeUndefined()
  await expect
    .poll(() => requests.findLast(({ path }) => path.endsWith('/preview'))?.body)
    .toMatchObject({ design: { blocks: [{ type: 'bar' }, { type: 'content' }] } })
  await user.clear(link)
  await user.type(link, 'https://hats.test')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await expect.poll(saved).toMatchObject({ design: { blocks: [{}, {}, { url: 'https://hats.test' }] } })
})

test('the preview has no scripts, no origin, and the colour scheme that was chosen', async () => {
  const html =
    '<html><head><style>@media (prefers-color-scheme: dark) { p { color: red } }</style></head><body><p>Hi</p></body></html>'
  const { user } = await openTemplate()
  stubApi({ 'POST /api/v1/templates/preview': { data: { ...preview, html } } })
  const frame = () => screen.findByTitle<HTMLIFrameElement>('Preview')
  expect((await frame()).getAttribute('sandbox')).toBe('')
  await user.click(screen.getByRole('button', { name: 'Dark' }))
  expect((await frame()).srcdoc).toContain('color-scheme: dark')
  await user.click(screen.getByRole('button', { name: 'Phone' }))
  expect((await frame()).className).toContain('max-w-')
})
