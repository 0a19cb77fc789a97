import { useLayoutEffect } from 'react'
import { keysOf } from '../command.ts'
import { currentCommands } from '../command-registry.ts'
import { keyPressName } from '../shortcuts/key-press.ts'
import { focusContextOf } from '../shortcuts/shortcut-scope.ts'

let bufferedEvents: KeyboardEvent[] = []

/**
 * While this is on the page, keys wait for commands that are still being loaded: what they do until then would be done to something else.
 * Keys for which `isOurs` tells that their command is right already do not wait, unless one before them does.
 */
export function useBufferKeydowns(isOurs: (id: string) => boolean) {
  useLayoutEffect(() => {
    const wait = (event: KeyboardEvent) => {
      const press = keyPressName(event)
      const isPlain = !event.ctrlKey && !event.metaKey && event.key !== 'Tab'
      if (!press || !isPlain || focusContextOf(event.target) !== 'page') return
      const isSign = [...event.key].length === 1 || event.key === 'Escape'
      const isRight = currentCommands().some(
        (command) => isOurs(command.id) && keysOf(command).includes(press),
      )
      if (bufferedEvents.length === 0 && (isRight || !isSign)) return
      event.preventDefault()
      event.stopPropagation()
      bufferedEvents.push(event)
    }
    addEventListener('keydown', wait, { capture: true })
    return () => {
      removeEventListener('keydown', wait, { capture: true })
      // What comes in its place takes them in the same commit; else they were for something that is gone.
      queueMicrotask(() => {
        bufferedEvents = []
      })
    }
  }, [isOurs])
}

/** Presses, in their order, what waited for the commands that this component offers; put it after `useCommands`. */
export function useReplayKeydowns() {
  useLayoutEffect(() => {
    for (const event of bufferedEvents.splice(0))
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event))
  }, [])
}
