import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Command, isAvailable, keysOf } from '../command.ts'
import { currentCommands } from '../command-registry.ts'
import { bufferKeystroke } from '../keystroke-buffer/text-buffer.ts'
import { createSequenceMatcher, keyPressName, SEQUENCE_MS } from './key-press.ts'
import { focusContextOf, isInScope } from './shortcut-scope.ts'

/**
 * Runs registered commands by their keys. Mounted once, by the shell. `openLevel` shows a command's children in the
 * palette. Returns the first key of a pending sequence, otherwise null.
 */
export function useShortcuts(openLevel: (command: Command) => void): string | null {
  const [begun, setBegun] = useState<string | null>(null)
  const open = useEffectEvent(openLevel)
  // Listens before the first paint, so that a key pressed as soon as something appears already works.
  useLayoutEffect(() => {
    const { read, forget } = createSequenceMatcher()
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      forget()
      setBegun(null)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || bufferKeystroke(event)) return
      const press = keyPressName(event)
      if (!press) return
      const focus = focusContextOf(event.target)
      const { run, waiting } = read(press, shortcutsFor(focus))
      clearTimeout(timer)
      setBegun(waiting ? press : null)
      if (waiting) timer = setTimeout(end, SEQUENCE_MS)
      if (!run && !waiting) return
      event.preventDefault()
      if (run?.run) run.run()
      else if (run) open(run)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return begun
}

function* shortcutsFor(focus: ReturnType<typeof focusContextOf>): Generator<readonly [string, Command]> {
  for (const command of currentCommands()) {
    if (!isInScope(command.scope ?? 'page', focus) || !isAvailable(command)) continue
    for (const keys of keysOf(command)) yield [keys, command]
  }
}
