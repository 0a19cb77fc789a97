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
  const [prefix, setPrefix] = useState<string | null>(null)
  const open = useEffectEvent(openLevel)
  // Listens before the first paint, so that a key pressed as soon as something appears already works.
  useLayoutEffect(() => {
    const { match, reset } = createSequenceMatcher()
    let timer: ReturnType<typeof setTimeout> | undefined
    const endSequence = () => {
      reset()
      setPrefix(null)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || bufferKeystroke(event)) return
      const name = keyPressName(event)
      if (!name) return
      const focus = focusContextOf(event.target)
      const { run, isPending } = match(name, shortcutsFor(focus))
      clearTimeout(timer)
      setPrefix(isPending ? name : null)
      if (isPending) timer = setTimeout(endSequence, SEQUENCE_MS)
      if (!run && !isPending) return
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
  return prefix
}

function* shortcutsFor(focus: ReturnType<typeof focusContextOf>): Generator<readonly [string, Command]> {
  for (const command of currentCommands()) {
    if (!isInScope(command.scope ?? 'page', focus) || !isAvailable(command)) continue
    for (const keys of keysOf(command)) yield [keys, command]
  }
}
