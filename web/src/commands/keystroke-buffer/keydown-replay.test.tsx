import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import type { Command } from '../command.ts'
import { useCommands } from '../command-registry.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { useBufferKeydowns, useBufferUnhandledKeydowns, useReplayKeydowns } from './keydown-replay.ts'

let ran: string[] = []
const command = (id: string, keys: string): Command => ({
  ...{ id, keys, label: 'command.snooze', group: 'commands.group.go' },
  run: () => ran.push(id),
})
const listCommands = [command('list.next', 'j'), command('go.inbox', 'g i')]
const commandsOf = (target: string) => [command(`${target}.resolve`, 'e'), command(`${target}.snooze`, 'h')]

function Loading() {
  useBufferUnhandledKeydowns()
  return null
}

function Conversation({ target }: { target: string }) {
  const [commands, setCommands] = useState({ target, all: commandsOf(target) })
  if (commands.target !== target) setCommands({ target, all: commandsOf(target) })
  useCommands(commands.all)
  useReplayKeydowns(target)
  return null
}

/** The commands of a focused row are loading. */
function RowLoading() {
  useBufferKeydowns(isListCommand)
  return null
}
const isListCommand = (id: string) => id.startsWith('list.')

type State = { opening?: boolean; loading?: boolean; row?: boolean; shown?: string }

/** A list, and a conversation that is asked for, loads and is shown. */
let show: (state: State) => void
function Desk() {
  const [{ opening = false, loading, row, shown }, setState] = useState<State>({})
  show = (state) => act(() => setState(state))
  useShortcuts(vi.fn())
  useCommands(listCommands)
  useBufferUnhandledKeydowns(opening)
  return (
    <>
      {loading && <Loading />}
      {row && <RowLoading />}
      {shown && <Conversation target={shown} />}
    </>
  )
}
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}
/** What is dropped is dropped a moment later. */
const settle = () => act(async () => {})

afterEach(() => {
  ran = []
})

test('a key for a conversation that is being opened runs when it is shown, from the first moment on', async () => {
  renderApp(<Desk />)
  show({ opening: true })
  press('e')
  show({ loading: true })
  await settle()
  press('h')
  expect(ran).toEqual([])
  show({ shown: 'first' })
  expect(ran).toEqual(['first.resolve', 'first.snooze'])
  press('h')
  expect(ran).toHaveLength(3)
})

test('a row that is opened before its commands have loaded passes its keys on to its conversation', () => {
  renderApp(<Desk />)
  show({ shown: 'first', row: true })
  press('h')
  expect(ran).toEqual([])
  show({ shown: 'second' })
  expect(ran).toEqual(['second.snooze'])
})

test('a conversation that appears while another one is being opened gets none of its keys', () => {
  renderApp(<Desk />)
  show({ opening: true })
  press('h')
  show({ opening: true, shown: 'elsewhere' })
  expect(ran).toEqual([])
  show({ shown: 'second' })
  expect(ran).toEqual(['second.snooze'])
})

test('keys of what is there already run at once; after a buffered one, all wait in order', () => {
  renderApp(<Desk />)
  show({ loading: true })
  press('j', 'g', 'i')
  expect(ran).toEqual(['list.next', 'go.inbox'])
  press('e', 'j', 'h')
  expect(ran).toHaveLength(2)
  show({ shown: 'first' })
  expect(ran.slice(2)).toEqual(['first.resolve', 'list.next', 'first.snooze'])
})

test('the end of an unknown sequence is not a key for the conversation', () => {
  renderApp(<Desk />)
  show({ loading: true })
  press('g', 'e')
  show({ shown: 'first' })
  expect(ran).toEqual([])
})

test('text, and keys with Ctrl, are not buffered', () => {
  renderApp(
    <>
      <Desk />
      <input aria-label="Name" />
    </>,
  )
  show({ loading: true })
  fireEvent.keyDown(document.querySelector('input') as HTMLElement, { key: 'e' })
  expect(fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true })).toBe(true)
  show({ shown: 'first' })
  expect(ran).toEqual([])
})

test('keys for a conversation that is not shown after all are dropped', async () => {
  renderApp(<Desk />)
  show({ loading: true })
  press('e')
  show({})
  await settle()
  show({ shown: 'other' })
  expect(ran).toEqual([])
  show({})
  press('e')
  show({ shown: 'other' })
  expect(ran, 'without a buffer').toEqual([])
})
