import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Command, isPossible, keysOf } from './command.ts'
import { keyReader, pressName, SEQUENCE_MS } from './key-press.ts'
import { focusOf, reaches } from './reach.ts'
import { commands } from './registry.ts'
import { holdKey } from './type-ahead.ts'

/**
 * Runs the registry's commands by their keys. Mounted once, by the shell. `openLevel` shows a command's children in the palette.
 * Returns the first key of a sequence while the second is waited for, else null.
 */
export function useShortcuts(openLevel: (command: Command) => void): string | null {
  const [begun, setBegun] = useState<string | null>(null)
  const open = useEffectEvent(openLevel)
  // Keys are events of the window, heard before the first frame is painted: a key that is pressed at the sight of it counts.
  useLayoutEffect(() => {
    const { read, forget } = keyReader()
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      forget()
      setBegun(null)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || holdKey(event)) return
      const press = pressName(event)
      if (!press) return
      const focus = focusOf(event.target)
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

function* shortcutsFor(focus: ReturnType<typeof focusOf>): Generator<readonly [string, Command]> {
  for (const command of commands()) {
    if (!reaches(command.reach ?? 'page', focus) || !isPossible(command)) continue
    for (const keys of keysOf(command)) yield [keys, command]
  }
}
