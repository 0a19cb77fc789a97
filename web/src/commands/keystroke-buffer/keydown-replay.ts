import { useLayoutEffect } from 'react'
import { keysOf } from '../command.ts'
import { currentCommands } from '../command-registry.ts'
import { keyPressName } from '../shortcuts/key-press.ts'
import { focusContextOf } from '../shortcuts/shortcut-scope.ts'

let bufferedEvents: KeyboardEvent[] = []

/**
 * While mounted, buffers keydown events for commands that are still loading: handled now, they would trigger another
 * command. A key whose current command is the right one (`isCorrect`) passes through unless another is already buffered.
 */
export function useBufferKeydowns(isCorrect: (id: string) => boolean) {
  useLayoutEffect(() => {
    const bufferEvent = (event: KeyboardEvent) => {
      const press = keyPressName(event)
      const isPlain = !event.ctrlKey && !event.metaKey && event.key !== 'Tab'
      if (!press || !isPlain || focusContextOf(event.target) !== 'page') return
      const isCharacter = [...event.key].length === 1 || event.key === 'Escape'
      const isCurrent = currentCommands().some(
        (command) => isCorrect(command.id) && keysOf(command).includes(press),
      )
      if (bufferedEvents.length === 0 && (isCurrent || !isCharacter)) return
      event.preventDefault()
      event.stopPropagation()
      bufferedEvents.push(event)
    }
    addEventListener('keydown', bufferEvent, { capture: true })
    return () => {
      removeEventListener('keydown', bufferEvent, { capture: true })
      // The replacement replays the events in the same commit; otherwise their target is gone.
      queueMicrotask(() => {
        bufferedEvents = []
      })
    }
  }, [isCorrect])
}

/** Replays, in order, the keydown events buffered for this component's commands. Call it after `useCommands`. */
export function useReplayKeydowns() {
  useLayoutEffect(() => {
    for (const event of bufferedEvents.splice(0))
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event))
  }, [])
}
