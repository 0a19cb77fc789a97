import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { EventNotifier } from '../spine/event-notifier.ts'
import type { Announcement } from './presence.ts'

export type DraftChange = Extract<ServerEvent, { type: 'draft.changed' }>['object']
/** An agent edited a draft: for that agent's own browsers, on all nodes. Not an event, because there are too many. */
export type DraftSignal = { agent_id: number; draft: DraftChange }

/** What one node tells the others about one of its connections. */
export type PresenceSignal = {
  node: string
  connection: number
  announcement: Pick<Announcement, 'agent_id' | 'uuid' | 'activity'> | null
}

type SignalsByKind = { draft: DraftSignal; presence: PresenceSignal }

/** What nodes tell each other for their browsers. */
export type Signals = {
  send<Kind extends keyof SignalsByKind>(kind: Kind, signal: SignalsByKind[Kind]): void
  on<Kind extends keyof SignalsByKind>(
    kind: Kind,
    listener: (signal: SignalsByKind[Kind]) => void,
  ): () => void
}

export const openSignals = (wake: EventNotifier): Signals => ({
  send: (kind, signal) => wake.signal(JSON.stringify({ kind, signal })),
  on: (kind, listener) =>
    wake.onSignal((text) => {
      const received = JSON.parse(text) // sent by `send`
      if (received.kind === kind) listener(received.signal)
    }),
})
