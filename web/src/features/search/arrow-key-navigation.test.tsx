import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ARROW_STOP, moveFocusByArrowKey } from './arrow-key-navigation.ts'

async function renderPage(start: string) {
  const app = renderApp(
    // biome-ignore lint/a11y/noStaticElementInteractions: as on the search page
    <div onKeyDown={moveFocusByArrowKey}>
      <input aria-label="Search" />
      {['First', 'Second', 'Third'].map((name) => (
        <button key={name} type="button" {...ARROW_STOP}>
          {name}
        </button>
      ))}
      <button type="button">Elsewhere</button>
    </div>,
  )
  const element =
    screen.queryByRole('textbox', { name: start }) ?? screen.getByRole('button', { name: start })
  element.focus()
  return app
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test.each([
  ['Search', '{ArrowDown}', 'First'],
  ['First', '{ArrowDown}', 'Second'],
  ['Third', '{ArrowDown}', 'Third'],
  ['Second', '{ArrowUp}', 'First'],
  ['First', '{ArrowUp}', 'Search'],
  ['Third', '{Home}', 'First'],
  ['First', '{End}', 'Third'],
  ['Third', '{Escape}', 'Search'],
  ['Elsewhere', '{ArrowDown}', 'Elsewhere'],
  ['Second', '{Control>}{ArrowDown}{/Control}', 'Second'],
  ['Search', '{ArrowUp}', 'Search'],
])('from %s, %s leads to %s', async (from, keys, to) => {
  const { user } = await renderPage(from)
  await user.keyboard(keys)
  expect(focused()).toBe(to)
})

test('in the field, Home and End keep their usual meaning', async () => {
  const { user } = await renderPage('Search')
  await user.keyboard('ab{Home}x')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('xab')
})
