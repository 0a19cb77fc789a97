import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import type { Command } from '../command.ts'
import { registerCommands, setCustomShortcuts } from '../command-registry.ts'
import { startBuffering, takeBufferedKeystrokes } from '../keystroke-buffer/text-buffer.ts'
import { SEQUENCE_MS } from './key-press.ts'
import { SequenceHint } from './sequence-hint.tsx'
import { useEscapeToBlur } from './use-escape-to-blur.ts'
import { useShortcuts } from './use-shortcuts.ts'

const openLevel = vi.fn()
let removeCommands = () => {}

function Page() {
  const prefix = useShortcuts(openLevel)
  useEscapeToBlur()
  return (
    <>
      <input aria-label="Name" />
      <div data-testid="editor" contentEditable suppressContentEditableWarning />
      <div role="dialog" aria-label="Dialog">
        <button type="button">In the dialog</button>
      </div>
      {prefix && <SequenceHint prefix={prefix} />}
    </>
  )
}

/** Renders a page with these commands; each records its id when it runs. */
function renderPage(commands: (Pick<Command, 'id'> & Partial<Command>)[]) {
  const ran: string[] = []
  removeCommands = registerCommands(
    commands.map(
      (command) =>
        ({
          label: 'command.snooze',
          group: 'commands.group.go',
          ...(!command.children && { run: () => ran.push(command.id) }),
          ...command,
        }) as Command, // either `run` or `children`
    ),
  )
  return { ...renderApp(<Page />), ran }
}

afterEach(() => {
  removeCommands()
  setCustomShortcuts({})
  openLevel.mockClear()
  vi.useRealTimers()
})

test('a key runs its command and is not passed to the page', () => {
  const { ran } = renderPage([{ id: 'conversation.snooze', keys: 'h' }])
  expect(fireEvent.keyDown(document.body, { key: 'h' }), 'the default action').toBe(false)
  expect(fireEvent.keyDown(document.body, { key: 'q' }), 'a key without a command').toBe(true)
  expect(ran).toEqual(['conversation.snooze'])
})

test('letters typed in a field, an editor or a dialog are not shortcuts, unless the command allows it', () => {
  const { ran } = renderPage([
    { id: 'page', keys: 'h' },
    { id: 'fields', keys: 'mod+b', scope: 'fields' },
    { id: 'anywhere', keys: 'mod+k', scope: 'anywhere' },
  ])
  const runIn = (target: HTMLElement) => {
    ran.length = 0
    fireEvent.keyDown(target, { key: 'h' })
    fireEvent.keyDown(target, { key: 'b', ctrlKey: true })
    fireEvent.keyDown(target, { key: 'k', metaKey: true })
    return [...ran]
  }
  expect(runIn(document.body)).toEqual(['page', 'fields', 'anywhere'])
  expect(runIn(screen.getByRole('textbox', { name: 'Name' }))).toEqual(['fields', 'anywhere'])
  expect(runIn(screen.getByTestId('editor'))).toEqual(['anywhere'])
  expect(runIn(screen.getByRole('button', { name: 'In the dialog' }))).toEqual(['anywhere'])
})

test('modifiers belong to the shortcut: Ctrl+H is not H, and Shift+U is not U', () => {
  const { ran } = renderPage([
    { id: 'plain', keys: 'u' },
    { id: 'shifted', keys: 'shift+u' },
  ])
  fireEvent.keyDown(document.body, { key: 'u', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'u', altKey: true })
  expect(ran).toEqual([])
  fireEvent.keyDown(document.body, { key: 'U', shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'u' })
  expect(ran).toEqual(['shifted', 'plain'])
})

test('the first key of a sequence offers the second ones, which run the command', async () => {
  const { ran } = renderPage([
    { id: 'go.all', label: 'command.go_all', keys: 'g a' },
    { id: 'go.search', label: 'command.search', keys: 'g /', when: () => false },
    { id: 'conversation.assign', keys: 'a' },
  ])
  fireEvent.keyDown(document.body, { key: 'g' })
  const hint = screen.getByRole('status')
  expect(hint.querySelectorAll('kbd')).toHaveLength(2)
  expect([...hint.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['G', 'A'])
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(ran).toEqual(['go.all'])
  expect(screen.queryByRole('status')).toBeNull()
})

test('a sequence times out, and a wrong second key runs nothing', () => {
  vi.useFakeTimers()
  const { ran } = renderPage([
    { id: 'go.all', keys: 'g a' },
    { id: 'conversation.assign', keys: 'a' },
    { id: 'conversation.resolve', keys: 'e' },
  ])
  fireEvent.keyDown(document.body, { key: 'g' })
  act(() => vi.advanceTimersByTime(SEQUENCE_MS))
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(ran).toEqual(['conversation.assign'])
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(ran).toEqual(['conversation.assign'])
})

test('remapped keys replace the default ones', () => {
  const { ran } = renderPage([{ id: 'conversation.snooze', keys: 'h' }])
  act(() => setCustomShortcuts({ 'conversation.snooze': ['b', 'g h'] }))
  fireEvent.keyDown(document.body, { key: 'h' })
  expect(ran).toEqual([])
  fireEvent.keyDown(document.body, { key: 'b' })
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'h' })
  expect(ran).toEqual(['conversation.snooze', 'conversation.snooze'])
})

test('an unavailable command leaves its keys to others, and a command with a level opens it', () => {
  const level: Pick<Command, 'id'> & Partial<Command> = { id: 'level', keys: 'p', children: () => [] }
  const { ran } = renderPage([
    { id: 'available', keys: 'e' },
    { id: 'unavailable', keys: 'e', when: () => false },
    level,
  ])
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(ran).toEqual(['available'])
  fireEvent.keyDown(document.body, { key: 'p' })
  expect(openLevel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'level' }))
})

test('keys of an input method and those already handled by another control are ignored', () => {
  const { ran } = renderPage([{ id: 'conversation.snooze', keys: 'h' }])
  fireEvent.keyDown(document.body, { key: 'h', isComposing: true })
  const use = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', use)
  fireEvent.keyDown(document.body, { key: 'h' })
  document.body.removeEventListener('keydown', use)
  expect(ran).toEqual([])
})

test('Escape leaves a field, unless an open dialog is above the page', () => {
  renderPage([])
  const field = screen.getByRole('textbox', { name: 'Name' })
  field.focus()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement, 'the dialog handles it').toBe(field)
  screen.getByRole('dialog').setAttribute('data-closed', '')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(document.body)
})

test('keys for a field that is about to open are neither shortcuts nor handled by the editor below it', () => {
  const { ran } = renderPage([{ id: 'conversation.snooze', keys: 'h' }])
  const editor = screen.getByTestId('editor')
  const onEditorKey = vi.fn()
  editor.addEventListener('keydown', onEditorKey)
  startBuffering(performance.now())
  for (const key of ['h', 'i', 'Enter']) expect(fireEvent.keyDown(editor, { key })).toBe(false)
  expect(takeBufferedKeystrokes()).toEqual({ text: 'hi', enter: true })
  fireEvent.keyDown(document.body, { key: 'h' })
  expect(ran).toEqual(['conversation.snooze'])
  expect(onEditorKey).not.toHaveBeenCalled()
})
