import type { ContactNote } from '@parley/contract/contacts/contact-notes'
import type { Permission } from '@parley/contract/roles/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { NotesSection } from './notes-section.tsx'
import { PanelNotes } from './panel-notes.tsx'

const noteOf = (id: number, change: Partial<ContactNote> = {}): ContactNote => ({
  id,
  created_at: '2026-09-01T09:00:00.000Z',
  updated_at: '2026-09-01T09:00:00.000Z',
  contact_id: 3,
  note: `<p>Note ${id}</p>`,
  user_id: 7,
  first_name: 'Grace',
  last_name: 'Osei',
  avatar_url: null,
  ...change,
})
const NOTES = '/api/v1/contacts/3/notes'
const permitted: Permission[] = ['contact_notes:read', 'contact_notes:write', 'contact_notes:delete']

const renderNotes = (notes: ContactNote[], permissions = permitted, roles = ['Agent']) =>
  renderApp(<NotesSection contactId={3} />, {
    me: agentWith(permissions, { roles }),
    cached: [[queryKeys.contactNotes(3), notes]],
  })
const addButton = () => screen.queryByRole('button', { name: 'Add note' })
const noteTexts = () => screen.queryAllByRole('listitem').map((one) => one.querySelector('p')?.textContent)

test('an empty section says that there are no notes', () => {
  renderNotes([])
  expect(screen.getByText('No notes yet.')).toBeTruthy()
})

test('a failure to load is announced, and is not shown as having no notes', async () => {
  stubApi({ [`GET ${NOTES}`]: { status: 503, error: { message: 'The server is busy' } } })
  renderApp(<NotesSection contactId={3} />, { me: agentWith(permitted) })
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy')
  expect(screen.queryByText('No notes yet.')).toBeNull()
})

test('agents who may not write get no editor', () => {
  renderNotes([], ['contact_notes:read'])
  expect(addButton()).toBeNull()
})

test('beside a conversation, notes are shown only to agents who may read them', async () => {
  const requests = stubApi({})
  renderApp(<PanelNotes contactId={3} />, { me: agentWith() })
  await new Promise((sent) => setTimeout(sent))
  expect(screen.queryByText('Notes')).toBeNull()
  expect(requests).toEqual([])
})

test.each([
  ['authors delete only their own', ['Agent'], permitted, 1],
  ['administrators delete any', ['Admin'], permitted, 2],
  ['no one deletes without the permission', ['Admin'], permitted.slice(0, 2), 0],
])('%s', (_rule, roles, permissions, count) => {
  renderNotes([noteOf(1), noteOf(2, { user_id: 8 })], permissions, roles)
  expect(screen.queryAllByRole('button', { name: 'Delete note' })).toHaveLength(count)
})

test('a note is deleted only after confirmation, and then disappears', async () => {
  const requests = stubApi({ [`DELETE ${NOTES}/1`]: { data: true } })
  const { user } = renderNotes([noteOf(2), noteOf(1)])
  await user.click(screen.getAllByRole('button', { name: 'Delete note' })[1] ?? expect.fail())
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(requests).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete note' }))
  await waitFor(() => expect(noteTexts()).toEqual(['Note 2']))
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${NOTES}/1`])
})

test('a note is written, saved with the keyboard, and added on top', async () => {
  const requests = stubApi({
    [`POST ${NOTES}`]: ({ body }) => ({ data: noteOf(9, body as { note: string }) }),
  })
  const { user } = renderNotes([noteOf(1)])
  await user.click(addButton() ?? expect.fail())
  const editor = await screen.findByRole('textbox', { name: 'Note about this contact' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save note/ }).disabled).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(editor))
  await user.keyboard('Prefers email')
  await user.click(screen.getByRole('button', { name: /^Save note/ }))
  await waitFor(() => expect(noteTexts()).toEqual(['Prefers email', 'Note 1']))
  expect(requests[0]?.body).toEqual({ note: '<p>Prefers email</p>' })
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/\S{8}/)
  expect(addButton(), 'the editor is closed').not.toBeNull()
})

test('a note that cannot be saved stays in the editor', async () => {
  stubApi({ [`POST ${NOTES}`]: { status: 503, error: { message: 'The server is busy' } } })
  const { user } = renderNotes([])
  await user.click(addButton() ?? expect.fail())
  const editor = await screen.findByRole('textbox', { name: 'Note about this contact' })
  await user.keyboard('Prefers email')
  await user.click(screen.getByRole('button', { name: /^Save note/ }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save note/ }).disabled).toBe(false),
  )
  expect(editor.textContent).toBe('Prefers email')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(addButton()).not.toBeNull()
})
