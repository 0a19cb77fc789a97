import { screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import type { Command } from '../command.ts'
import { registerCommands } from '../command-registry.ts'
import { bufferKeystroke, startBuffering, takeBufferedKeystrokes } from '../keystroke-buffer/text-buffer.ts'
import { Palette } from './palette.tsx'
import type { PaletteLevels } from './palette-level.tsx'
import { usePaletteSource } from './palette-sources.ts'
import { recentCommands } from './recent-commands.ts'

// The simulated page has no layout to scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}
})

const ran: string[] = []
/** Labels that are not catalogue keys are shown unchanged. */
const command = (label: string, rest: Partial<Command> = {}): Command =>
  ({
    id: label.toLowerCase().replaceAll(' ', '_'),
    label,
    group: 'G',
    run: () => ran.push(label),
    ...rest,
  }) as Command // without `children`
const snoozeLevel: Command = {
  id: 'snooze',
  label: 'Snooze',
  group: 'G',
  empty: 'No such time',
  children: () => [command('For an hour'), command('Until tomorrow')],
}

function App({ initial }: { initial: PaletteLevels }) {
  const [levels, setLevels] = useState<PaletteLevels | null>(initial)
  const opener = useRef<HTMLElement>(null)
  usePaletteSource((query) =>
    query === '' ? [] : [command(`Search for ${query}`, { id: 'search.for', group: 'Search' })],
  )
  return <Palette levels={levels} onLevelsChange={setLevels} opener={opener} isClosingRef={useRef(false)} />
}

let removeCommands = () => {}
function renderPalette(commands: Command[], initial: PaletteLevels = []) {
  removeCommands = registerCommands(commands)
  return renderApp(<App initial={initial} />)
}
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
const highlighted = () => screen.getByRole('option', { selected: true }).textContent

afterEach(() => {
  removeCommands()
  takeBufferedKeystrokes()
  ran.length = 0
})

test('typing filters the commands, tolerates a typo, and Enter runs the best match after closing', async () => {
  const { user } = renderPalette([command('Assign to me'), command('Resolve'), command('Mark as unread')])
  expect(rows()).toEqual(['Assign to me', 'Resolve', 'Mark as unread'])
  await user.keyboard('reslove')
  expect(rows()).toEqual(['Resolve', 'Search for reslove'])
  await user.keyboard('{Enter}')
  expect(ran).toEqual(['Resolve'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('arrow keys move the highlight and wrap around; typing returns to the best match', async () => {
  const { user } = renderPalette([command('Alpha'), command('Beta'), command('Gamma')])
  await user.keyboard('{ArrowDown}')
  expect(highlighted()).toBe('Beta')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(highlighted()).toBe('Gamma')
  await user.keyboard('a')
  expect(highlighted()).toBe('Alpha')
})

test('commands that are unavailable or only shortcuts are not listed', () => {
  renderPalette([
    command('Listed'),
    command('Unavailable', { when: () => false }),
    command('Only a shortcut', { shortcutOnly: true }),
  ])
  expect(rows()).toEqual(['Listed'])
})

test('a command with a level opens it, and Backspace in the empty field goes back', async () => {
  const { user } = renderPalette([snoozeLevel, command('Resolve')])
  await user.keyboard('sno{Enter}')
  expect(rows()).toEqual(['For an hour', 'Until tomorrow'])
  expect(ran).toEqual([])
  await user.keyboard('x')
  await user.keyboard('{Backspace}')
  expect(rows(), 'Backspace first deletes the text').toEqual(['For an hour', 'Until tomorrow'])
  await user.keyboard('{Backspace}')
  expect(rows()).toEqual(['Snooze…', 'Resolve'])
})

test('a level opened by a shortcut shows when nothing in it matches, and leads back to the top level', async () => {
  const { user } = renderPalette([snoozeLevel], [snoozeLevel])
  await user.keyboard('xyz')
  expect(screen.getByText('No such time')).toBeTruthy()
  expect(rows(), 'no sources in a level').toEqual([])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(rows()).toEqual(['Snooze…'])
})

test('an entry of a level is found from the top by its own name, and its level is remembered', async () => {
  const { user } = renderPalette([command('Resolve'), snoozeLevel])
  await user.keyboard('tomorrow')
  expect(rows()[0]).toBe('Snooze › Until tomorrow')
  await user.keyboard('{Enter}')
  expect(ran).toEqual(['Until tomorrow'])
  expect(recentCommands()).toEqual(['snooze'])
})

test('recently used commands come first; entries that depend on the query are not remembered', async () => {
  const commands = [command('Alpha'), command('Beta')]
  const first = renderPalette(commands)
  await first.user.keyboard('beta{Enter}')
  first.unmount()
  removeCommands()
  const second = renderPalette(commands)
  expect(rows()).toEqual(['Beta', 'Alpha'])
  await second.user.keyboard('parcel{Enter}')
  expect(ran).toEqual(['Beta', 'Search for parcel'])
  expect(recentCommands()).toEqual(['beta'])
})

test('the number of results is announced', async () => {
  const { user } = renderPalette([command('Resolve')])
  expect(screen.getByRole('status').textContent).toBe('')
  await user.keyboard('res')
  expect(screen.getByRole('status').textContent).toMatch(/2/)
})

test('keys typed before the field is rendered are not lost, including Enter', async () => {
  startBuffering(0)
  for (const key of ['b', 'e', 't', 'Enter'])
    bufferKeystroke({ key, ctrlKey: false, metaKey: false, altKey: false, timeStamp: 1, preventDefault() {} })
  renderPalette([command('Alpha'), command('Beta')])
  await waitFor(() => expect(ran).toEqual(['Beta']))
})

test('keys reach the field even if another element has the focus', async () => {
  const onPageKey = vi.fn()
  document.body.addEventListener('keydown', onPageKey)
  const { user } = renderPalette([command('Alpha'), command('Beta')])
  const field = screen.getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  field.blur()
  await user.keyboard('b')
  document.body.removeEventListener('keydown', onPageKey)
  expect(document.activeElement).toBe(field)
  expect(onPageKey.mock.calls.every(([event]) => event.target === field)).toBe(true)
})

test('Escape closes it', async () => {
  const { user } = renderPalette([command('Alpha')])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ran).toEqual([])
})
