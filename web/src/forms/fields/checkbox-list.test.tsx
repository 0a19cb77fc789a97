import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { CheckboxList } from './checkbox-list.tsx'

const options = [
  { value: 'read', label: 'Read', help: 'See conversations' },
  { value: 'manage', label: 'Manage', help: 'Change agents', disabledReason: 'You don’t have it yourself' },
]
const checkbox = (name: string) => screen.getByRole('checkbox', { name })
const isDisabled = (name: string) => checkbox(name).hasAttribute('data-disabled')

test('a disabled option shows the reason instead of its description', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(<CheckboxList options={options} values={[]} onChange={onChange} />)
  screen.getByText('See conversations')
  screen.getByText('You don’t have it yourself.')
  expect(screen.queryByText('Change agents')).toBeNull()
  await user.click(checkbox('Manage'))
  expect(onChange).not.toHaveBeenCalled()
})

test('a disabled option can still be deselected', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(<CheckboxList options={options} values={['manage']} onChange={onChange} />)
  expect(isDisabled('Manage')).toBe(false)
  await user.click(checkbox('Manage'))
  expect(onChange).toHaveBeenCalledWith([])
})

test('values that have no option, such as those of a newer server, are kept', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(<CheckboxList options={options} values={['future']} onChange={onChange} />)
  await user.click(checkbox('Read'))
  expect(onChange).toHaveBeenCalledWith(['future', 'read'])
})

test('the whole list can be disabled', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(
    <CheckboxList options={options} values={['read']} onChange={onChange} disabled />,
  )
  await user.click(checkbox('Read'))
  expect(onChange).not.toHaveBeenCalled()
})
