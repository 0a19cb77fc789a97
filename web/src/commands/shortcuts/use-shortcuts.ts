import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Command, isAvailable, keysOf } from '../command.ts'
import { currentCommands } from '../command-registry.ts'
import { bufferNextKeydown, bufferUnhandledKeydown } from '../keystroke-buffer/keydown-replay.ts'
import { bufferKeystroke } from '../keystroke-buffer/text-buffer.ts'
import { settleNow } from '../use-settled.ts'
import { createSequenceMatcher, keyPressName, SEQUENCE_MS } from './key-press.ts'
import { focusContextOf, isInScope } from './shortcut-scope.ts'

/**
 * Runs registered commands by their keys. Mounted once, by the shell. `openLevel` shows a command's children in the
 * palette. Returns the first key of a pending sequence, otherwise null.
 */
export function useShortcuts(openLevel: (command: Command) => void): string | null {
  const [prefix, setPrefix] = useState<string | null>(null)
  const open = useEffectEvent(openLevel)
  // Listens before the first paint, so that a key pressed as soon as something appears already works.
  useLayoutEffect(() => listenForShortcuts(setPrefix, open), [])
  return prefix
}

/** Runs commands by their keys until the returned function is called. `onPrefix` gets the first key of a sequence, then null. */
function listenForShortcuts(
  onPrefix: (key: string | null) => void,
  openLevel: (command: Command) => void,
): () => void {
  const { match, reset } = createSequenceMatcher()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSequence = false
  const endSequence = () => {
    isSequence = false
    reset()
    onPrefix(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const name = shortcutName(event)
    if (!name || bufferNextKeydown(event)) return
    settleUnlessMoving(name, event.target)
    const { run: command, isPending } = match(name, shortcutsFor(focusContextOf(event.target)))
    clearTimeout(timer)
    onPrefix(isPending ? name : null)
    if (isPending) timer = setTimeout(endSequence, SEQUENCE_MS)
    // The end of an unknown sequence does nothing, later either.
    if (command || isPending) event.preventDefault()
    else if (!isSequence) bufferUnhandledKeydown(event)
    isSequence = isPending
    if (command) runOrOpen(command, openLevel)
  }
  addEventListener('keydown', bufferForOpeningField, { capture: true })
  addEventListener('keydown', onKeyDown)
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', bufferForOpeningField, { capture: true })
    removeEventListener('keydown', onKeyDown)
  }
}

/** Before the focused element handles the key, such as the editor from which the field is opened. */
function bufferForOpeningField(event: KeyboardEvent): void {
  if (!event.defaultPrevented && !event.isComposing && bufferKeystroke(event))
    event.stopImmediatePropagation()
}

/** Null for a key that is text, or that something else has handled. */
const shortcutName = (event: KeyboardEvent): string | null =>
  event.defaultPrevented || event.isComposing ? null : keyPressName(event)

/** Whatever acts on the page meets the conversation that was just opened. */
function settleUnlessMoving(name: string, target: EventTarget | null): void {
  for (const [keys, command] of shortcutsFor(focusContextOf(target)))
    if (keys === name && command.isMovement) return
  settleNow()
}

function runOrOpen(command: Command, openLevel: (command: Command) => void): void {
  if (command.run) command.run()
  else openLevel(command)
}

function* shortcutsFor(focus: ReturnType<typeof focusContextOf>): Generator<readonly [string, Command]> {
  for (const command of currentCommands()) {
    if (!isInScope(command.scope ?? 'page', focus) || !isAvailable(command)) continue
    for (const keys of keysOf(command)) yield [keys, command]
  }
}
