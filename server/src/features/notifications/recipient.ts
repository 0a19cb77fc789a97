import type { Actor } from '../../actor.ts'

/** An agent to notify, and what they want. */
export type Recipient = {
  id: number
  actor: Actor
  /** Whether they have access to the conversation now. */
  sees: boolean
  /** Whether they have opened the conversation since. */
  has_read: boolean
  muted_notifications: string[]
  muted_channels: string[]
}
