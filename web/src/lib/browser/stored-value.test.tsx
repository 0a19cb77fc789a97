import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { readStoredValue, storeValue, useStoredFlag, useStoredValue } from './stored-value.ts'

function Width({ name }: { name: string }) {
  const [width, setWidth] = useStoredValue('width', '340')
  return (
    <button type="button" onClick={() => setWidth('500')}>
      {name} {width}
    </button>
  )
}
const texts = () => screen.getAllByRole('button').map((button) => button.textContent)
/** What another tab of the browser does. */
const storeElsewhere = (key: string, value: string) =>
  act(() => {
    localStorage.setItem(key, value)
    dispatchEvent(new StorageEvent('storage', { key }))
  })

test('components with the same value change together, and keep it', async () => {
  const app = renderApp(
    <>
      <Width name="list" />
      <Width name="handle" />
    </>,
  )
  expect(texts()).toEqual(['list 340', 'handle 340'])
  await app.user.click(screen.getByText('list 340'))
  expect(texts()).toEqual(['list 500', 'handle 500'])
  app.unmount()
  renderApp(<Width name="again" />)
  expect(texts()).toEqual(['again 500'])
})

test('a value that another tab stored is shown; other keys are ignored', () => {
  renderApp(<Width name="list" />)
  storeElsewhere('parley.other', '900')
  expect(texts()).toEqual(['list 340'])
  storeElsewhere('parley.width', '420')
  expect(texts()).toEqual(['list 420'])
})

test('removing a value returns to the initial one', () => {
  storeValue('width', '600')
  renderApp(<Width name="list" />)
  expect(texts()).toEqual(['list 600'])
  act(() => storeValue('width', null))
  expect(texts()).toEqual(['list 340'])
  expect(readStoredValue('width')).toBeNull()
})

test('forbidden storage acts like an empty one', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear() {} })
  expect(readStoredValue('width')).toBeNull()
  expect(() => storeValue('width', '500')).not.toThrow()
  expect(() => storeValue('width', null)).not.toThrow()
  renderApp(<Width name="list" />)
  expect(texts()).toEqual(['list 340'])
})

function Panel({ initial }: { initial: boolean }) {
  const [open, setOpen] = useStoredFlag('panel', initial)
  return (
    <button type="button" onClick={() => setOpen(!open)}>
      {open ? 'open' : 'closed'}
    </button>
  )
}

test('a switch that is on by default remembers that it was turned off', async () => {
  const { user, unmount } = renderApp(<Panel initial />)
  await user.click(screen.getByText('open'))
  expect(texts()).toEqual(['closed'])
  unmount()
  renderApp(<Panel initial />)
  expect(texts()).toEqual(['closed'])
})
