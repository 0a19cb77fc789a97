import type { DraftSummary } from '@parley/contract/messages/drafts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubApi } from '../../testing/render.tsx'
import { button, renderComposer, textOf } from './composer-suite.tsx'

const content = (html: string) => ({ html, files: [], fields: {}, macros: [], attempt: null })
const saved = (key: string, html: string, revision = 1) => ({
  key,
  conversation_uuid: key.slice(key.indexOf('.') + 1),
  revision,
  updated_at: '2026-11-24T10:00:00Z',
  client_id: '',
  content: html === '' ? null : content(html),
  sent: false,
  sent_attempt: null,
})

test('an earlier version is restored, and the current text becomes one', async () => {
  const { user, write, uuid } = renderComposer()
  const key = `reply.${uuid}`
  const requests = stubApi({
    [`GET /api/v1/drafts/${key}/versions`]: {
      data: [
        { id: 2, saved_at: '2026-11-24T10:00:00Z', content: content('<p>The long one</p>') },
        { id: 1, saved_at: '2026-11-24T09:00:00Z', content: content('<p>The first one</p>') },
      ],
    },
    [`POST /api/v1/drafts/${key}/versions`]: { data: true },
    [`PUT /api/v1/drafts/${key}`]: { data: saved(key, '<p>The first one</p>') },
  })
  await write('Short')
  await user.click(await screen.findByRole('button', { name: 'Draft saved' }))
  await screen.findByText('The long one')
  await user.click(screen.getAllByRole('button', { name: 'Restore' })[1] as HTMLElement)
  await waitFor(() => expect(textOf('Reply')).toBe('The first one'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const kept = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/versions'))
  // The simulated page may type into a paragraph of its own.
  expect(kept?.body).toMatchObject({ content: { html: expect.stringContaining('<p>Short</p>') } })
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      content: { html: '<p>The first one</p>' },
    }),
  )
})

test('a text that could not be kept is not replaced', async () => {
  const { user, write, uuid } = renderComposer()
  const key = `reply.${uuid}`
  stubApi({
    [`GET /api/v1/drafts/${key}/versions`]: {
      data: [{ id: 1, saved_at: '2026-11-24T10:00:00Z', content: content('<p>Old</p>') }],
    },
  })
  await write('Short')
  await user.click(await screen.findByRole('button', { name: 'Draft saved' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(button('Restore').disabled).toBe(false))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(document.querySelector('[contenteditable]')?.textContent).toBe('Short')
})

const other = '00000000-0000-4000-8000-0000000000cc'
const mergedDraft = (uuid: string): DraftSummary => ({
  key: `reply.${other}`,
  conversation_uuid: other,
  merged_into_uuid: uuid,
  revision: 3,
  updated_at: '2026-11-24T10:00:00Z',
  excerpt: 'From the other one',
  file_count: 0,
  contact_email: null,
  subject: null,
})

test('a draft of a conversation that was merged into this one can be used here', async () => {
  const { user, uuid } = renderComposer({ drafts: (uuid) => [mergedDraft(uuid)] })
  const requests = stubApi({
    [`GET /api/v1/drafts/reply.${other}`]: { data: saved(`reply.${other}`, '<p>From the other one</p>', 3) },
    [`DELETE /api/v1/drafts/reply.${other}`]: { data: saved(`reply.${other}`, '', 4) },
    [`PUT /api/v1/drafts/reply.${uuid}`]: { data: saved(`reply.${uuid}`, '<p>From the other one</p>') },
  })
  expect(await screen.findByText(/merged into this one: “From the other one”/)).toBeTruthy()
  expect(textOf('Reply')).toBe('')
  await user.click(button('Use it here'))
  await waitFor(() => expect(textOf('Reply')).toBe('From the other one'))
  await waitFor(() => expect(screen.queryByText(/merged into this one/)).toBeNull())
  const methods = requests.map(({ method }) => method)
  expect(methods.indexOf('DELETE')).toBeGreaterThan(methods.indexOf('GET'))
})
