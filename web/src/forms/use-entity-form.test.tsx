import { createTag, getTag, type Tag, updateTag } from '@parley/contract/tags/tags'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '../api/call.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { TextField } from './fields/fields.tsx'
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
