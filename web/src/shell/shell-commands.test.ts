import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Area } from '../areas/use-areas.ts'
import { type Command, isAvailable, keysOf } from '../commands/command.ts'
import { registerCommands } from '../commands/command-registry.ts'
import { remappableCommands } from '../commands/remappable-commands.ts'
import { availabilityCommands, goCommands, shellCommands } from './shell-commands.ts'

const navigate = vi.fn()
const router = { navigate } as unknown as AnyRouter // the part that the commands use
const area = (key: Area['key'], path: string) => ({ key, path }) as Area // as above

const available = (commands: readonly Command[]) => commands.filter(isAvailable).map(({ id }) => id)
const run = (commands: readonly Command[], id: string) =>
  commands.find((command) => command.id === id)?.run?.()

afterEach(() => {
  navigate.mockClear()
})

test('navigation offers only areas that the agent can enter', () => {
  const agent = goCommands(router, {
    areas: [area('inboxes', '/inboxes/assigned')],
    searchExists: false,
    trashExists: false,
  })
  expect(available(agent)).toEqual(expect.arrayContaining(['go.assigned', 'go.all', 'go.account']))
  for (const id of ['go.contacts', 'go.reports', 'go.settings', 'go.search'])
    expect(available(agent)).not.toContain(id)
  const areas = [area('contacts', '/contacts'), area('admin', '/admin/general')]
  const lead = goCommands(router, { areas, searchExists: true, trashExists: false })
  expect(available(lead)).toContain('go.contacts')
  expect(available(lead)).toContain('go.search')
  expect(available(lead)).not.toContain('go.reports')
  run(lead, 'go.settings')
  expect(navigate).toHaveBeenLastCalledWith({ to: '/admin/general' })
})

test('searching opens the search page, or focuses its field when it is open', () => {
  const commands = goCommands(router, { areas: [], searchExists: true, trashExists: false })
  run(commands, 'go.search')
  expect(navigate).toHaveBeenLastCalledWith({ to: '/inboxes/search' })
  const focus = vi.fn()
  const leavePage = registerCommands([{ id: 'search.focus', label: '', group: '', run: focus }])
  run(commands, 'go.search')
  leavePage()
  expect(focus).toHaveBeenCalledOnce()
  expect(navigate).toHaveBeenCalledOnce()
})

test.each([
  ['online', ['me.away', 'me.reassign']],
  ['away', ['me.away', 'me.reassign']],
  ['away_manual', ['me.online', 'me.reassign']],
  ['away_and_reassigning', ['me.online', 'me.keep']],
  ['offline', ['me.away', 'me.reassign']],
] as const)('an agent who is %s can choose %j', (status, ids) => {
  expect(available(availabilityCommands(status, () => {}))).toEqual(ids)
})

test('each availability command reports its own event', () => {
  const events: string[] = []
  for (const command of availabilityCommands('online', (event) => events.push(event))) command.run?.()
  expect(events).toEqual(['away_on', 'away_off', 'reassign_on', 'reassign_off'])
})

test('the keys of the shell are the ones that can be reassigned', () => {
  const nothing = () => {}
  const commands = [
    ...goCommands(router, { areas: [], searchExists: true, trashExists: false }),
    ...shellCommands({
      openPalette: nothing,
      openSheet: nothing,
      foldBar: nothing,
      foldPanel: nothing,
      openNotifications: nothing,
      chooseTheme: nothing,
    }),
  ].filter((command) => keysOf(command).length > 0)
  for (const { id, label, keys } of commands)
    expect(
      remappableCommands.find((one) => one.id === id),
      id,
    ).toMatchObject({ label, keys })
})

test('the theme offered is the other one', () => {
  const chooseTheme = vi.fn()
  const nothing = () => {}
  const commands = shellCommands({
    openPalette: nothing,
    openSheet: nothing,
    foldBar: nothing,
    foldPanel: nothing,
    openNotifications: nothing,
    chooseTheme,
  })
  expect(available(commands).filter((id) => id.startsWith('shell.theme'))).toEqual(['shell.theme_dark'])
  run(commands, 'shell.theme_dark')
  expect(chooseTheme).toHaveBeenCalledExactlyOnceWith('dark')
})
