import type { Actor } from '../actor.ts'
import { maySee } from '../features/conversations/access.ts'
import type { Event } from '../spine/read.ts'
import type { AccessKeys } from '../spine/record.ts'

/** What an event about a conversation means to one reader: shown, taken away, or nothing at all. */
export function reach(actor: Actor, event: Event): 'show' | 'gone' | 'nothing' {
  const after = event.access_after as AccessKeys | null // written by insertEvent
  if (!after) return 'nothing'
  if (maySee(actor, after)) return 'show'
  const before = event.access_before as AccessKeys | null
  return before && maySee(actor, before) ? 'gone' : 'nothing'
}
