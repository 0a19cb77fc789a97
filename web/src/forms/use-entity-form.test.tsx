import { createTag, getTag, type Tag, updateTag } from '@parley/contract/tags/tags'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { useFieldArray } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { TextField } from './fields/fields.tsx'
import { readFormDraft } from './form-drafts.ts'
import { useEntityForm } from './use-entity-form.ts'

const saved = (name: string): Tag => ({
  id: 7,
  name,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
})
const fieldsOf = ({ name }: { name: string }) => ({ name })

function TagForm({ tag }: { tag?: Tag }) {
  const params = { id: '7' }
  const form = useEntityForm({
    schema: createTag.body,
    values: fieldsOf(tag ?? { name: '' }),
    ...(tag && { fetchCurrent: () => call(getTag, { params }), fieldsOf }),
    continueAt: ({ id }: Tag) => ({ path: `/tags/${id}`, draftKey: `tags/${id}` }),
    draftKey: 'tags/test',
    successMessage: 'Saved',
    save: (body, attempt) =>
      tag ? call(updateTag, { params, body, ...attempt }) : call(createTag, { body, ...attempt }),
  })
  return (
    <form>
      <TextField form={form} name="name" label="Name" />
      {form.formError && <p role="alert">{form.formError.message}</p>}
      {form.conflict && (
        <button type="button" onClick={form.conflict.keepLocal}>
          Keep mine
        </button>
      )}
      <button type="button" onClick={form.submit}>
        Save
      </button>
    </form>
  )
}
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const saveButton = () => screen.getByRole('button', { name: 'Save' })

test('an invalid value is reported at its field and not sent', async () => {
  const requests = stubApi({})
  const { user } = renderApp(<TagForm />)
  await user.click(saveButton())
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'))
  expect(requests).toEqual([])
})

test('a server error is shown at the field it names, and saving again repeats the same request', async () => {
  const message = 'A tag with this name already exists'
  const requests = stubApi({
    'POST /api/v1/tags': { status: 409, error: { message, errors: [{ path: 'name', message }] } },
  })
  const { user } = renderApp(<TagForm />)
  await user.type(nameField(), 'refund')
  await user.click(saveButton())
  await screen.findByText(message)
  await user.click(saveButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  await user.type(nameField(), 's')
  await user.click(saveButton())
  await waitFor(() => expect(requests).toHaveLength(3))
  const [first, second, third] = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/\S{8}/)
  expect(second).toBe(first)
  expect(third, 'other content is another request').not.toBe(first)
})

test('a new entity is not created twice, even if submitted again before the next page is shown', async () => {
  const requests = stubApi({ 'POST /api/v1/tags': { data: saved('refund') } })
  const { user } = renderApp(<TagForm />)
  await user.type(nameField(), 'refund')
  await user.click(saveButton())
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  await user.click(saveButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(second, 'the server repeats its answer').toBe(first)
})

test('unsaved input is restored when the form is opened again, and cleared after saving', async () => {
  stubApi({ 'POST /api/v1/tags': { data: saved('refund') } })
  const { user, unmount } = renderApp(<TagForm />)
  await user.type(nameField(), 'refund')
  unmount()
  const again = renderApp(<TagForm />)
  await waitFor(() => expect(nameField().value).toBe('refund'))
  await again.user.click(saveButton())
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  again.unmount()
  renderApp(<TagForm />)
  expect(nameField().value).toBe('')
})

test('a field that someone else changed in the meantime is a conflict that the author resolves', async () => {
  const requests = stubApi({
    'GET /api/v1/tags/7': { data: saved('returns') },
    'PUT /api/v1/tags/7': ({ body }) => ({ data: { ...saved('returns'), ...(body as object) } }),
  })
  const { user } = renderApp(<TagForm tag={saved('refund')} />)
  await user.type(nameField(), 's')
  await user.click(saveButton())
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(requests.at(-1)?.body).toEqual({ name: 'refunds' })
})

/** Answers the first change when the test says so. Returns the names that were sent. */
function stubTag(name: string) {
  let current = name
  const firstAnswer = Promise.withResolvers<void>()
  const requests = stubApi({
    'GET /api/v1/tags/7': () => ({ data: saved(current) }),
    'PUT /api/v1/tags/7': async ({ body }) => {
      const isFirst = current === name
      current = (body as { name: string }).name.trim()
      const data = saved(current)
      if (isFirst) await firstAnswer.promise
      return { data }
    },
  })
  const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { sent, answer: () => act(async () => firstAnswer.resolve()) }
}

test('what is typed while the form is saved stays, as an unsaved change of what was saved', async () => {
  const { sent, answer } = stubTag('refund')
  const { user, unmount } = renderApp(<TagForm tag={saved('refund')} />)
  await user.type(nameField(), 's ')
  await user.click(saveButton())
  await waitFor(() => expect(sent()).toHaveLength(1))
  await user.type(nameField(), 'and')
  await user.click(saveButton())
  await user.type(nameField(), ' more')
  await answer()
  const typed = 'refunds and more'
  await waitFor(() => expect(readFormDraft('tags/test')).toEqual({ name: { typed, seen: 'refunds ' } }))
  expect(nameField().value).toBe(typed)
  unmount()

  const again = renderApp(<TagForm tag={saved('refunds')} />)
  expect(nameField().value, 'from its draft').toBe(typed)
  await again.user.click(saveButton())
  await waitFor(() =>
    expect(sent().slice(1), 'although the server has trimmed the text').toEqual([{ name: typed }]),
  )
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('what is typed while an entity is being created continues on its page', async () => {
  const answer = Promise.withResolvers<{ data: Tag }>()
  const requests = stubApi({ 'POST /api/v1/tags': () => answer.promise })
  const { user, router } = renderApp(<TagForm />)
  await user.type(nameField(), 'refund')
  await user.click(saveButton())
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.type(nameField(), 's too')
  await act(async () => answer.resolve({ data: saved('refund') }))

  await waitFor(() => expect(router.latestLocation.pathname).toBe('/tags/7'))
  expect(readFormDraft('tags/7')).toEqual({ name: { typed: 'refunds too', seen: 'refund' } })
  expect(readFormDraft('tags/test'), 'the next new one starts empty').toEqual({})
  expect(requests).toHaveLength(1)
})

const Profile = z.object({
  name: z.string(),
  role: z.string(),
  teams: z.array(z.object({ name: z.string() })),
})
type Profile = z.infer<typeof Profile>

/** Several fields, one of them a list, of a server that the test answers for. */
function ProfileForm({
  initial,
  load,
  save,
}: { initial: Profile } & Record<'load' | 'save', () => Promise<Profile>>) {
  const form = useEntityForm({
    schema: Profile,
    values: initial,
    fetchCurrent: load,
    fieldsOf: (profile: Profile) => profile,
    draftKey: 'profile/test',
    save,
  })
  const { fields, append } = useFieldArray({ control: form.methods.control, name: 'teams' })
  return (
    <form>
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="role" label="Role" />
      {fields.map(({ id }, index) => (
        <TextField key={id} form={form} name={`teams.${index}.name`} label={`Team ${index + 1}`} />
      ))}
      <button type="button" onClick={() => append({ name: '' })}>
        Add
      </button>
      <button type="button" onClick={form.submit}>
        Save
      </button>
      <p>{form.dirtyCount} unsaved</p>
      {form.conflict && <p>Conflict</p>}
    </form>
  )
}

test('a list is edited further while the form is saved; what others changed is merged, or a conflict', async () => {
  const initial = { name: 'Ada', role: 'Agent', teams: [{ name: 'First' }] }
  const elsewhere = { ...initial, role: 'Admin' }
  const answer = Promise.withResolvers<Profile>()
  const save = vi.fn(() => answer.promise)
  const { user } = renderApp(<ProfileForm initial={initial} load={async () => elsewhere} save={save} />)
  await user.type(nameField(), 'line')
  await user.click(saveButton())
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.type(screen.getByRole('textbox', { name: 'Team 2' }), 'Second')
  await user.type(screen.getByRole('textbox', { name: 'Role' }), '!')
  await act(async () => answer.resolve({ ...elsewhere, name: 'Adaline' }))

  await screen.findByText('2 unsaved')
  expect(nameField().value).toBe('Adaline')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Team 2' }).value).toBe('Second')
  expect(readFormDraft('profile/test')).toEqual({
    role: { typed: 'Agent!', seen: 'Agent' },
    teams: { typed: [{ name: 'First' }, { name: 'Second' }], seen: [{ name: 'First' }] },
  })
  await user.click(saveButton())
  await screen.findByText('Conflict')
})

/** Types as soon as the form is in the page: the effects of an earlier sibling run first. */
function EarlyTyping() {
  useEffect(() => void fireEvent.change(nameField(), { target: { value: 'refunds' } }), [])
  return null
}

test('what is typed as soon as the form is visible is kept', () => {
  renderApp(
    <>
      <EarlyTyping />
      <TagForm tag={saved('refund')} />
    </>,
  )
  expect(readFormDraft('tags/test')).toEqual({ name: { typed: 'refunds', seen: 'refund' } })
})
