import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { AttributeDialog } from './attribute-dialog.tsx'

const stored: CustomAttribute = {
  id: 4,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: 'Plan',
  description: 'What they pay for',
  applies_to: 'contact',
  key: 'plan',
  values: ['Free', 'Pro', 'Team'],
  data_type: 'list',
  regex: '',
  regex_hint: '',
}
const create = 'POST /api/v1/custom-attributes'
const tryPath = 'POST /api/v1/custom-attributes/try'

function renderDialog(attribute?: CustomAttribute) {
  const onClose = vi.fn()
  const app = renderApp(
    <AttributeDialog owner="contact" {...(attribute && { attribute })} onClose={onClose} />,
  )
  const submit = (name: string) => app.user.click(screen.getByRole('button', { name }))
  return { ...app, onClose, submit }
}
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const choices = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Choice \d/ }).map(({ value }) => value)

test('the key follows the name until it is edited', async () => {
  stubApi({})
  const { user } = renderDialog()
  await user.type(input('Name'), 'Order no')
  expect(input('Key').value).toBe('order_no')
  await user.clear(input('Key'))
  await user.type(input('Key'), 'order')
  await user.type(input('Name'), '.')
  expect(input('Key').value).toBe('order')
})

test('only lists have choices, and only typed values have a pattern', async () => {
  stubApi({})
  const { user } = renderDialog()
  input('Pattern')
  await choose(user, 'Type', 'List')
  expect(screen.queryByRole('textbox', { name: 'Pattern' })).toBeNull()
  screen.getByRole('button', { name: 'Add choice' })
  await choose(user, 'Type', 'Checkbox')
  expect(screen.queryByRole('textbox', { name: 'Pattern' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add choice' })).toBeNull()
})

test('fields that the type does not use are not sent', async () => {
  const requests = stubApi({ [create]: { data: stored } })
  const { user, submit, onClose } = renderDialog()
  await user.type(input('Name'), 'Vip')
  await user.type(input('Description'), 'Treated first')
  await user.type(input('Pattern'), '^x$')
  await choose(user, 'Type', 'Checkbox')
  await submit('Create attribute')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests[0]?.body).toMatchObject({
    name: 'Vip',
    key: 'vip',
    applies_to: 'contact',
    data_type: 'checkbox',
    regex: '',
    values: [],
  })
})

test('a list without choices and a repeated choice are rejected', async () => {
  const requests = stubApi({})
  const { user, submit } = renderDialog()
  await user.type(input('Name'), 'Plan')
  await user.type(input('Description'), 'What they pay for')
  await choose(user, 'Type', 'List')
  await submit('Create attribute')
  await screen.findByText('Add at least one choice')
  await user.click(screen.getByRole('button', { name: 'Add choice' }))
  await user.type(input('Choice 1'), 'Free{Enter}Free')
  await submit('Create attribute')
  await screen.findByText('Each choice must be unique')
  expect(requests).toEqual([])
})

test('Enter adds a choice below, and Backspace in an empty one removes it', async () => {
  stubApi({})
  const { user } = renderDialog(stored)
  await user.click(input('Choice 1'))
  await user.keyboard('{Enter}Basic')
  expect(choices()).toEqual(['Free', 'Basic', 'Pro', 'Team'])
  await user.keyboard('{Backspace>5/}{Backspace}')
  expect(choices()).toEqual(['Free', 'Pro', 'Team'])
  expect(document.activeElement, 'the one above').toBe(input('Choice 1'))
})

test('choices can be moved by button and with Alt and an arrow key, and keep the focus', async () => {
  stubApi({})
  const { user } = renderDialog(stored)
  await user.click(screen.getByRole('button', { name: 'Move choice 3 up' }))
  expect(choices()).toEqual(['Free', 'Team', 'Pro'])
  await user.click(input('Choice 1'))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(choices()).toEqual(['Team', 'Free', 'Pro'])
  expect(document.activeElement).toBe(input('Choice 2'))
})

test('several pasted lines become several choices', () => {
  stubApi({})
  renderDialog(stored)
  fireEvent.paste(input('Choice 2'), { clipboardData: { getData: () => 'Basic\r\n\n Plus \n' } })
  expect(choices()).toEqual(['Free', 'Basic', 'Plus', 'Pro', 'Team'])
})

test('key, type and owner of a stored attribute cannot be changed', () => {
  stubApi({})
  renderDialog(stored)
  expect(input('Key').disabled).toBe(true)
  for (const name of ['Type', 'Applies to'])
    expect(screen.getByRole('combobox', { name }).hasAttribute('data-disabled')).toBe(true)
})

test('a duplicate key is rejected at its field', async () => {
  const message = 'Another contact attribute has this key'
  stubApi({ [create]: { status: 409, error: { message, errors: [{ path: 'key', message }] } } })
  const { user, submit, onClose } = renderDialog()
  await user.type(input('Name'), 'Plan')
  await user.type(input('Description'), 'x')
  await submit('Create attribute')
  await screen.findByText(message)
  expect(input('Key').getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('a value can be tested against the pattern on the server', async () => {
  const requests = stubApi({
    [tryPath]: ({ body }) => ({
      data: { refusal: (body as { text: string }).text === 'AB-1234' ? null : 'Two letters, four digits' },
    }),
  })
  const { user } = renderDialog()
  await user.click(input('Pattern'))
  await user.paste('^[A-Z]{2}-\\d{4}$')
  await user.type(input('Test a value'), 'nope')
  await screen.findByText('Two letters, four digits')
  await user.clear(input('Test a value'))
  await user.type(input('Test a value'), 'AB-1234')
  await screen.findByText('This value is valid.')
  expect(requests.at(-1)?.body).toMatchObject({ regex: '^[A-Z]{2}-\\d{4}$', text: 'AB-1234' })
})
