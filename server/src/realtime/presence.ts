import { PresenceActivity, type PresenceFrame, presenceExpiryMs } from '@parley/contract/shared/server-events'
import type { Audience } from './audience.ts'

/** A conversation that an agent has open in one of their connections. */
type Announcement = { agent_id: number; uuid: string; activity: PresenceActivity; audience: Audience }

/** Who has this conversation open now. Only for those who may see it. */
export type PresenceChange = { audience: Audience; frame: PresenceFrame }

/**
 * Who has which conversation open, and whether they write there. This implementation knows the connections of its own
 * process; one for several nodes shares the announcements between them behind the same interface.
 */
export type Presence = {
  /** Replaces what this connection announced before. Expires after `presenceExpiryMs` unless it is repeated. */
  announce(connection: object, announcement: Announcement | null): void
  /** What this connection announced last, while it holds. */
  announced(connection: object): Announcement | undefined
  /** The conversation may be visible to others than before. */
  updateAudience(uuid: string, audience: Audience): void
  /** Every conversation that someone has open. */
  current(): PresenceChange[]
  stop(): void
}

// Later ones win when an agent has a conversation open twice.
const activities = PresenceActivity.options

export function startPresence(
  onChange: (change: PresenceChange) => void,
  expiryMs: number = presenceExpiryMs,
): Presence {
  const announcements = new Map<object, Announcement & { expiry: NodeJS.Timeout }>()

  const frameFor = (uuid: string): PresenceFrame => {
    const activityByAgent = new Map<number, PresenceActivity>()
    for (const { agent_id, activity, uuid: open } of announcements.values()) {
      if (open !== uuid) continue
      const other = activityByAgent.get(agent_id)
      if (!other || activities.indexOf(activity) > activities.indexOf(other))
        activityByAgent.set(agent_id, activity)
    }
    const agents = [...activityByAgent].map(([id, activity]) => ({ id, activity }))
    return { type: 'presence.changed', object: { uuid, agents } }
  }
  /** Applies a change, and reports the conversations that look different after it. */
  const change = (affected: readonly Announcement[], apply: () => void) => {
    const audiences = new Map(affected.map(({ uuid, audience }) => [uuid, audience]))
    const before = new Map([...audiences.keys()].map((uuid) => [uuid, JSON.stringify(frameFor(uuid))]))
    apply()
    for (const [uuid, audience] of audiences) {
      const frame = frameFor(uuid)
      if (JSON.stringify(frame) !== before.get(uuid)) onChange({ audience, frame })
    }
  }
  const remove = (connection: object) => {
    const old = announcements.get(connection)
    if (!old) return
    clearTimeout(old.expiry)
    change([old], () => announcements.delete(connection))
  }

  return {
    announce(connection, announcement) {
      if (!announcement) return remove(connection)
      const old = announcements.get(connection)
      clearTimeout(old?.expiry)
      const expiry = setTimeout(remove, expiryMs, connection).unref()
      change(old ? [old, announcement] : [announcement], () =>
        announcements.set(connection, { ...announcement, expiry }),
      )
    },
    announced: (connection) => announcements.get(connection),
    updateAudience(uuid, audience) {
      for (const announcement of announcements.values())
        if (announcement.uuid === uuid) announcement.audience = audience
    },
    current() {
      const audiences = new Map([...announcements.values()].map(({ uuid, audience }) => [uuid, audience]))
      return [...audiences].map(([uuid, audience]) => ({ audience, frame: frameFor(uuid) }))
    },
    stop() {
      for (const { expiry } of announcements.values()) clearTimeout(expiry)
      announcements.clear()
    },
  }
}
