import type { Actor } from '../actor.ts'
import type { Batch } from './event-batch.ts'
import { type LegacyFrame, legacyFramesFor, type PropertyFrame } from './legacy-frames.ts'

/** How long a conversation's properties must be quiet before they are sent. */
export const debounceMs = 200

type Pending = { frames: Map<string, PropertyFrame>; timer: NodeJS.Timeout }

/**
 * Sends messages at once, and a conversation's properties when they have stopped changing: the latest value of each. A client that saves the
 * values it is sent would otherwise answer the first of two quick changes after the second one was made, and undo it.
 */
export function legacySender(send: (frame: LegacyFrame) => void) {
  const pending = new Map<string, Pending>()

  function debounce(frame: PropertyFrame): void {
    const { uuid, prop } = frame.data
    const waiting = pending.get(uuid)
    clearTimeout(waiting?.timer)
    const frames = waiting?.frames ?? new Map<string, PropertyFrame>()
    // Set anew, so that the order is the order of the latest changes.
    frames.delete(prop)
    frames.set(prop, frame)
    pending.set(uuid, { frames, timer: setTimeout(() => flush(uuid), debounceMs) })
  }

  function flush(uuid: string): void {
    const frames = pending.get(uuid)?.frames.values() ?? []
    pending.delete(uuid)
    for (const frame of frames) send(frame)
  }

  function drop(uuid: string): void {
    clearTimeout(pending.get(uuid)?.timer)
    pending.delete(uuid)
  }

  return {
    deliver(actor: Actor, batch: Batch): void {
      const { frames, hidden } = legacyFramesFor(actor, batch)
      for (const uuid of hidden) drop(uuid)
      for (const frame of frames)
        if (frame.type === 'conversation_prop_update') debounce(frame)
        else send(frame)
    },
    stop(): void {
      for (const uuid of [...pending.keys()]) drop(uuid)
    },
  }
}
