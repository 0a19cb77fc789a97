import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent.ts'
import { choose, chooseFromMenu } from '../../testing/choose.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { TagsPage } from './tags-page.tsx'

const tag = (id: number, name: string) => ({
  id,
  name,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
})
const list = 'GET /api/v1/tags'
const answers = {
  [list]: { data: [tag(1, 'refund'), tag(2, 'returns')] },
  'GET /api/v1/tags/usage': { data: [] },
}
const renderTags = (more: Parameters<typeof stubApi>[0] = {}) => {
  const requests = stubApi({ ...answers, ...more })
  const methods = () =>
    requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return {
    requests,
    methods,
    page: renderPage(<TagsPage />, {
      at: '/admin/conversations/tags',
      me: agentWith(),
    }),
  }
}

test('while the tags are loading the page says so, and a failure can be retried', async () => {
  let fails = true
  const { page } = renderTags({
    [list]: () => (fails ? { status: 500, error: { message: 'The database is away' } } : { data: [] }),
  })
  const { user } = await page
  await screen.findByText('The database is away')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No tags yet')
  screen.getByRole('button', { name: 'New tag' })
})

test('a tag is created in a dialog, and the list is fetched again', async () => {
  const { page, requests } = renderTags({ 'POST /api/v1/tags': { data: tag(3, 'vip') } })
  const { user } = await page
  await user.click(await screen.findByRole('button', { name: 'New tag' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'vip')
  await user.click(screen.getByRole('button', { name: 'Create tag' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'vip' })
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === '/api/v1/tags').length).toBeGreaterThan(2),
  )
})

test('closing the dialog with a typed name asks first', async () => {
  const { page } = renderTags()
  const { user } = await page
  await user.click(await screen.findByRole('button', { name: 'refund' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 's')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
})

test('merging names what it changes before it is confirmed', async () => {
  const { page, methods, requests } = renderTags({
    'GET /api/v1/tags/1/merge': {
      data: {
        refusal: null,
        effects: [{ effect: 'conversations_retagged', count: 12, count_is_minimum: false }],
      },
    },
    'POST /api/v1/tags/1/merge': { data: tag(2, 'returns') },
  })
  const { user } = await page
  await screen.findByRole('button', { name: 'refund' })
  await chooseFromMenu(user, 'Actions for refund', 'Merge into another tag')
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('button', { name: 'Merge tags' }))
  expect(methods(), 'without the other tag').toEqual([])
  await user.click(screen.getByRole('combobox', { name: 'Into' }))
  await screen.findByRole('option', { name: 'returns' })
  expect(screen.queryByRole('option', { name: 'refund' }), 'not into itself').toBeNull()
  await user.keyboard('{Escape}')
  await choose(user, 'Into', 'returns')
  await screen.findByText(/12 conversations/)
  await user.click(screen.getByRole('button', { name: 'Merge tags' }))
  await waitFor(() => expect(methods()).toEqual(['POST /api/v1/tags/1/merge']))
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ into_id: 2 })
})

test('deleting shows the effects first', async () => {
  const { page, methods } = renderTags({
    'GET /api/v1/tags/1/deletion': {
      data: {
        refusal: null,
        effects: [{ effect: 'conversations_untagged', count: 1, count_is_minimum: false }],
      },
    },
    'DELETE /api/v1/tags/1': { data: true },
  })
  const { user } = await page
  await screen.findByRole('button', { name: 'refund' })
  await chooseFromMenu(user, 'Actions for refund', 'Delete tag')
  await screen.findByText('1 conversation will lose the tag')
  await user.click(screen.getByRole('button', { name: 'Delete tag' }))
  await waitFor(() => expect(methods()).toEqual(['DELETE /api/v1/tags/1']))
})

test('eight tags or more can be searched', async () => {
  const { page } = renderTags({
    [list]: { data: Array.from({ length: 8 }, (_, index) => tag(index + 1, `tag ${index + 1}`)) },
  })
  const { user } = await page
  await user.type(await screen.findByRole('searchbox'), 'tag 8')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await user.type(screen.getByRole('searchbox'), '?')
  await screen.findByText(/tag 8\?/)
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('arrow keys, Home and End move along the rows', async () => {
  const { page } = renderTags({
    [list]: { data: Array.from({ length: 8 }, (_, index) => tag(index + 1, `tag ${index + 1}`)) },
  })
  const { user } = await page
  const row = (number: number) => screen.getByRole('button', { name: `tag ${number}` })
  await screen.findByRole('button', { name: 'tag 1' })
  row(1).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(row(3))
  await user.keyboard('{End}{ArrowDown}')
  expect(document.activeElement, 'the last one').toBe(row(8))
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(row(1))
})
