import { useLayoutEffect } from 'react'
import { keysOf } from '../command.ts'
import { currentCommands } from '../command-registry.ts'
import { keyPressName } from '../shortcuts/key-press.ts'
import { focusContextOf } from '../shortcuts/shortcut-scope.ts'

let bufferedEvents: KeyboardEvent[] = []
/** How many components buffer events now. */
let buffers = 0
/** How many of them only want what no command handles. */
let unhandledBuffers = 0

/** Counts a component that buffers events, until the returned function is called. */
function startBuffering({ unhandledOnly }: { unhandledOnly: boolean }): () => void {
  const unhandled = unhandledOnly ? 1 : 0
  buffers++
  unhandledBuffers += unhandled
  return () => {
    buffers--
    unhandledBuffers -= unhandled
    dropUnlessContinued()
  }
}

/**
 * While mounted, buffers keydown events for commands that are still loading: handled now, they would trigger another
 * command. A key whose current command is the right one (`isCorrect`) passes through unless another is already buffered.
 */
export function useBufferKeydowns(isCorrect: (id: string) => boolean) {
  useLayoutEffect(() => {
    const bufferEvent = (event: KeyboardEvent) => {
      const press = keyPressName(event)
      if (!press || !isBufferable(event)) return
      const isCurrent = currentCommands().some(
        (command) => isCorrect(command.id) && keysOf(command).includes(press),
      )
      if (bufferedEvents.length === 0 && (isCurrent || !isCharacter(event))) return
      event.stopPropagation()
      push(event)
    }
    addEventListener('keydown', bufferEvent, { capture: true })
    const stop = startBuffering({ unhandledOnly: false })
    return () => {
      removeEventListener('keydown', bufferEvent, { capture: true })
      stop()
    }
  }, [isCorrect])
}

/**
 * While mounted, buffers keydown events that no command handles: they are for a part of the page that is still loading.
 * Whatever follows the first of them is buffered too, so that the order stays.
 */
export function useBufferUnhandledKeydowns(isOn = true) {
  useLayoutEffect(() => {
    if (isOn) return startBuffering({ unhandledOnly: true })
  }, [isOn])
}

/** For the listener of shortcuts: whether the event waits behind those that are buffered. */
export const bufferNextKeydown = (event: KeyboardEvent): boolean =>
  bufferedEvents.length > 0 && bufferUnhandled(event)

/** Whether events wait to be replayed. */
export const hasBufferedKeydowns = (): boolean => bufferedEvents.length > 0

/** For the listener of shortcuts: buffers an event that no command handles. */
export const bufferUnhandledKeydown = (event: KeyboardEvent): boolean =>
  isCharacter(event) && bufferUnhandled(event)

function bufferUnhandled(event: KeyboardEvent): boolean {
  if (unhandledBuffers === 0 || !isBufferable(event)) return false
  push(event)
  return true
}

const isBufferable = (event: KeyboardEvent) =>
  !event.ctrlKey && !event.metaKey && event.key !== 'Tab' && focusContextOf(event.target) === 'page'

const isCharacter = ({ key }: KeyboardEvent) => [...key].length === 1 || key === 'Escape'

function push(event: KeyboardEvent) {
  event.preventDefault()
  bufferedEvents.push(event)
}

/** The replacement replays the events in the same commit, or buffers further ones; otherwise their target is gone. */
function dropUnlessContinued() {
  queueMicrotask(() => {
    if (buffers === 0) bufferedEvents = []
  })
}

/**
 * Replays, in order, the keydown events buffered for this component's commands: when it mounts, and whenever it shows
 * another `target`, unless something else is still buffering. Call it after `useCommands`.
 */
export function useReplayKeydowns(target?: string) {
  useLayoutEffect(() => {
    if (target !== undefined && buffers > 0) return
    for (const event of bufferedEvents.splice(0))
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event))
  }, [target])
}
