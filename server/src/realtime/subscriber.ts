import type { Actor } from '../actor.ts'
import type { SocketCredentials } from '../identity/socket-credentials.ts'
import type { Batch } from './event-batch.ts'
import type { PresenceChange } from './presence.ts'
import type { DraftChange } from './signals.ts'

/** One connected browser. */
export type Subscriber = {
  /** With its current permissions. */
  actor: Actor
  credentials: SocketCredentials
  push(batch: Batch): void
  /** Pushes what is no event. */
  pushDraft(draft: DraftChange): void
  pushPresence(change: PresenceChange): void
  /** `over`: access has ended; `stopping`: the server is shutting down and the client should reconnect soon. */
  close(reason: 'over' | 'stopping'): void
}
