import { useLayoutEffect } from 'react'
import { keysOf } from './command.ts'
import { pressName } from './key-press.ts'
import { focusOf } from './reach.ts'
import { commands } from './registry.ts'

let waiting: KeyboardEvent[] = []

/**
 * While this is on the page, keys wait for commands that are still being loaded: what they do until then would be done to something else.
 * Keys for which `isOurs` tells that their command is right already do not wait, unless one before them does.
 */
export function useWaitingKeys(isOurs: (id: string) => boolean) {
  useLayoutEffect(() => {
    const wait = (event: KeyboardEvent) => {
      const press = pressName(event)
      const isPlain = !event.ctrlKey && !event.metaKey && event.key !== 'Tab'
      if (!press || !isPlain || focusOf(event.target) !== 'page') return
      const isSign = [...event.key].length === 1 || event.key === 'Escape'
      const isRight = commands().some((command) => isOurs(command.id) && keysOf(command).includes(press))
      if (waiting.length === 0 && (isRight || !isSign)) return
      event.preventDefault()
      event.stopPropagation()
      waiting.push(event)
    }
    addEventListener('keydown', wait, { capture: true })
    return () => {
      removeEventListener('keydown', wait, { capture: true })
      // What comes in its place takes them in the same commit; else they were for something that is gone.
      queueMicrotask(() => {
        waiting = []
      })
    }
  }, [isOurs])
}

/** Presses, in their order, what waited for the commands that this component offers; put it after `useCommands`. */
export function useReleasedKeys() {
  useLayoutEffect(() => {
    for (const event of waiting.splice(0))
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event))
  }, [])
}
