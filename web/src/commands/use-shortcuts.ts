import { useEffect } from 'react'
import { type Command, isPossible, keysOf } from './command.ts'
import { keyReader, pressName } from './key-press.ts'
import { focusOf, reaches } from './reach.ts'
import { commands } from './registry.ts'

/** Runs the registry's commands by their keys. Mounted once, by the shell. `openLevel` shows a command's children in the palette. */
export function useShortcuts(openLevel: (command: Command) => void) {
  // Keys are events of the window.
  useEffect(() => {
    const read = keyReader()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const press = pressName(event)
      if (!press) return
      const focus = focusOf(event.target)
      const { run, waiting } = read(press, event.timeStamp, shortcutsFor(focus))
      if (!run && !waiting) return
      event.preventDefault()
      if (run?.run) run.run()
      else if (run) openLevel(run)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [openLevel])
}

function* shortcutsFor(focus: ReturnType<typeof focusOf>): Generator<readonly [string, Command]> {
  for (const command of commands()) {
    if (!reaches(command.reach ?? 'page', focus) || !isPossible(command)) continue
    for (const keys of keysOf(command)) yield [keys, command]
  }
}
