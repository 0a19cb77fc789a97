import type { Contact, ContactHit, MergePreview } from '@parley/contract/contacts/contacts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { MergeDialog } from './merge-dialog.tsx'

const created_at = '2026-09-01T09:00:00.000Z'
const contactOf = (id: number): Contact => ({ ...agentWith([], { id, type: 'contact' }), addresses: [] })
const hit = (id: number, first_name: string): ContactHit => ({
  id,
  created_at,
  first_name,
  last_name: 'Brandt',
  email: `${first_name.toLowerCase()}@acme.example`,
})
const preview = (change: Partial<MergePreview> = {}): MergePreview => ({
  conversations: 2,
  unseen_conversations: false,
  notes: 0,
  addresses: [],
  filled: [],
  ...change,
})
const SEARCH = 'GET /api/v1/contacts/search'
const PREVIEW = 'GET /api/v1/contacts/3/merge'
const MERGE = 'POST /api/v1/contacts/3/merge'
const matches = { [SEARCH]: { data: [hit(3, 'Ada'), hit(4, 'Bo'), hit(5, 'Carl')] } }

function renderDialog() {
  const onClose = vi.fn()
  return { ...renderApp(<MergeDialog contact={contactOf(3)} name="Ada" onClose={onClose} />), onClose }
}
type User = ReturnType<typeof renderDialog>['user']
const field = () => screen.getByRole('searchbox', { name: 'Find the other contact' })
const mergeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Merge contacts' })

async function choose(user: User, name: RegExp) {
  await user.type(field(), 'brandt')
  await user.click(await screen.findByRole('button', { name }))
}

test('the search starts at three characters, and leaves out the contact itself', async () => {
  const requests = stubApi(matches)
  const { user } = renderDialog()
  await user.type(field(), 'br')
  await new Promise((later) => setTimeout(later, 350))
  expect(requests).toEqual([])
  await user.type(field(), 'a')
  const names = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(names.map((name) => name?.includes('Bo') || name?.includes('Carl'))).toEqual([true, true])
  expect(requests, 'one search for the whole word').toHaveLength(1)
})

test('an empty result and a failed search have different messages', async () => {
  stubApi({ [SEARCH]: { data: [] } })
  const { user, unmount } = renderDialog()
  await user.type(field(), 'nobody')
  await screen.findByText(/^No /)
  unmount()
  stubApi({ [SEARCH]: { status: 503, error: { message: 'The server is busy' } } })
  const again = renderDialog()
  await again.user.type(field(), 'nobody')
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy')
})

test('arrow keys move from the field through the contacts and back', async () => {
  stubApi(matches)
  const { user } = renderDialog()
  await user.type(field(), 'brandt')
  const bo = await screen.findByRole('button', { name: /Bo/ })
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(bo)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Carl/ }))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(field())
})

test('a merge is possible only after its effects are shown', async () => {
  let answer = (_preview: MergePreview) => {}
  stubApi({ ...matches, [PREVIEW]: () => new Promise((shown) => (answer = (data) => shown({ data }))) })
  const { user } = renderDialog()
  expect(mergeButton().disabled).toBe(true)
  await choose(user, /Bo/)
  expect(mergeButton().disabled).toBe(true)
  await waitFor(() => {
    answer(preview({ notes: 1, unseen_conversations: true, filled: ['phone_number'] }))
    expect(mergeButton().disabled).toBe(false)
  })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 conversations',
    'conversations you don’t have access to',
    '1 note',
    'missing details: phone number',
  ])
})

test('a refused merge says why and cannot be confirmed', async () => {
  stubApi({ ...matches, [PREVIEW]: { status: 409, error: { message: 'Only one of them is blocked' } } })
  const { user } = renderDialog()
  await choose(user, /Bo/)
  expect((await screen.findByRole('alert')).textContent).toBe('Only one of them is blocked')
  expect(mergeButton().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Choose another' }))
  expect(field()).toBeTruthy()
})

test('after merging, the page of the other contact replaces this one', async () => {
  const requests = stubApi({
    ...matches,
    [PREVIEW]: { data: preview() },
    [MERGE]: { data: contactOf(4) },
  })
  const { user, client, router, onClose } = renderDialog()
  await choose(user, /Bo/)
  await waitFor(() => expect(mergeButton().disabled).toBe(false))
  await user.click(mergeButton())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.at(-1)?.body).toEqual({ into_id: 4 })
  expect(client.getQueryData(queryKeys.contact(4))).toMatchObject({ id: 4 })
  await waitFor(() => expect(router.latestLocation.pathname).toBe('/contacts/4'))
})

test('with the keyboard alone, Enter chooses a contact, and Enter merges once its effects are shown', async () => {
  const requests = stubApi({
    ...matches,
    [PREVIEW]: { data: preview() },
    [MERGE]: { data: contactOf(4) },
  })
  const { user, onClose } = renderDialog()
  await user.type(field(), 'brandt')
  await screen.findByRole('button', { name: /Bo/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(mergeButton()))
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Enter while the search for a longer name is running chooses none of the earlier results', async () => {
  let answer = (_hits: ContactHit[]) => {}
  stubApi({
    [SEARCH]: () => new Promise((shown) => (answer = (data) => shown({ data }))),
    [PREVIEW]: { data: preview() },
  })
  const { user } = renderDialog()
  await user.type(field(), 'brandt')
  await waitFor(() => {
    answer([hit(4, 'Bo'), hit(5, 'Carl')])
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })
  await user.type(field(), ' carl{Enter}')
  await waitFor(() => {
    answer([hit(5, 'Carl')])
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
  expect(screen.getByText('carl@acme.example')).toBeTruthy()
})
