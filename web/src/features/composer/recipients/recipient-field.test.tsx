import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import { RecipientField } from './recipient-field.tsx'

const ada = 'ada@acme.example'

function renderField(initial: string[] = [], newParticipants: string[] = []) {
  const onSend = vi.fn()
  let current = initial
  function Controlled() {
    const [values, setValues] = useState(initial)
    current = values
    return (
      <RecipientField
        label="To"
        values={values}
        newParticipants={newParticipants}
        onChange={setValues}
        onSend={(shift) => onSend(shift, current)}
      />
    )
  }
  const app = renderApp(
    <>
      <Controlled />
      <button type="button">Elsewhere</button>
    </>,
  )
  return { ...app, onSend, values: () => current }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'To' })

test.each([
  ['Enter', '{Enter}'],
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a space', ' '],
  ['Tab', '{Tab}'],
])('%s adds the typed address', async (_key, key) => {
  const { user, values } = renderField()
  await user.type(field(), `${ada}${key}`)
  expect(values()).toEqual([ada])
  expect(field().value).toBe('')
})

test('leaving the field adds the typed address', async () => {
  const { user, values } = renderField()
  await user.type(field(), ada)
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(values()).toEqual([ada])
})

test('an address is added only once, whatever its case', async () => {
  const { user, values } = renderField([ada])
  await user.type(field(), 'ADA@acme.example{Enter}')
  expect(values()).toEqual([ada])
})

test('Backspace removes the last address only when nothing is typed', async () => {
  const { user, values } = renderField([ada, 'bo@acme.example'])
  await user.type(field(), 'x{Backspace}')
  expect(values()).toHaveLength(2)
  await user.type(field(), '{Backspace}')
  expect(values()).toEqual([ada])
})

test('an address is removed with its button', async () => {
  const { user, values } = renderField([ada, 'bo@acme.example'])
  await user.click(screen.getByRole('button', { name: `Remove ${ada}` }))
  expect(values()).toEqual(['bo@acme.example'])
})

test('pasted addresses are added, with what was typed before; other text is pasted as usual', async () => {
  const { user, values } = renderField()
  await user.click(field())
  await user.paste('Ada Byron <ada@acme.example>, bo@acme.example')
  expect(values()).toEqual([ada, 'bo@acme.example'])
  await user.paste('carl')
  expect(field().value).toBe('carl')
  expect(values()).toHaveLength(2)
})

test('an invalid address stays, is named, and is announced on the field', async () => {
  const { user } = renderField()
  await user.type(field(), 'ada@{Enter}')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  const description = document.getElementById(field().getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('Not a valid email address: ada@')
})

test('Ctrl+Enter sends, with the address that was being typed; Shift is passed on', async () => {
  const { user, onSend, values } = renderField()
  await user.type(field(), `${ada}{Control>}{Enter}{/Control}`)
  expect(onSend).toHaveBeenCalledExactlyOnceWith(false, expect.anything())
  expect(values()).toEqual([ada])
  await user.type(field(), '{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  expect(onSend).toHaveBeenLastCalledWith(true, [ada])
})

test('Enter in the empty field sends nothing', async () => {
  const { user, onSend, values } = renderField([ada])
  await user.type(field(), '{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  expect(values()).toEqual([ada])
})

test('an address that is new to the conversation is explained', () => {
  renderField([ada, 'bo@acme.example'], ['bo@acme.example'])
  expect(screen.getAllByTitle(/./)).toHaveLength(1)
  expect(screen.getByTitle(/./).textContent).toContain('bo@acme.example')
})
