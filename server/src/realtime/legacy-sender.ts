import type { Actor } from '../actor.ts'
import type { Batch } from './event-batch.ts'
import { type LegacyFrame, legacyFramesFor, type PropertyFrame } from './legacy-frames.ts'

/** How long a conversation's properties must be unchanged before they are sent (debounce). */
export const debounceMs = 200

type Pending = { frames: Map<string, PropertyFrame>; timer: NodeJS.Timeout }

/**
 * Sends messages immediately, and debounces the properties of a conversation, sending only the latest value of each. A
 * client that saves the values it receives would otherwise save the first of two quick changes after the second one was
 * made, and revert it.
 */
export function legacySender(send: (frame: LegacyFrame) => void) {
  const pending = new Map<string, Pending>()

  function debounce(frame: PropertyFrame): void {
    const { uuid, prop } = frame.data
    const waiting = pending.get(uuid)
    clearTimeout(waiting?.timer)
    const frames = waiting?.frames ?? new Map<string, PropertyFrame>()
    // Delete and re-insert, so that the order is that of the latest changes.
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
