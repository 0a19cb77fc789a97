import { PresenceActivity, type PresenceFrame, presenceExpiryMs } from '@parley/contract/shared/server-events'
import type { Audience } from './audience.ts'

/** A conversation that an agent has open in one of their connections. */
export type Announcement = Readers & { agent_id: number; uuid: string; activity: PresenceActivity }

/** Who may see a conversation, and the one that decides it: itself, or the one that it was merged into. */
export type Readers = { root_uuid: string; audience: Audience }

/** Who has this conversation open now. Only for those who may see it. */
export type PresenceChange = { audience: Audience; frame: PresenceFrame }

/** Who has which conversation open, and whether they write there. `shared-presence.ts` shares it between nodes. */
export type Presence = {
  /** Replaces what this connection announced before. Expires after `presenceExpiryMs` unless it is repeated. */
  announce(connection: object, announcement: Announcement | null): void
  /** What this connection announced last, while it holds. */
  announced(connection: object): Announcement | undefined
  /** The conversation, and what was merged into it, may be visible to others than before. */
  updateAudience(root_uuid: string, audience: Audience): void
  /** The uuids of the conversations that someone has open. */
  openConversations(): string[]
  /** These conversations may have been merged or unmerged. */
  updateReaders(readersByUuid: Map<string, Readers>): void
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
    updateAudience(root_uuid, audience) {
      for (const announcement of announcements.values())
        if (announcement.root_uuid === root_uuid) announcement.audience = audience
    },
    openConversations: () => [...new Set([...announcements.values()].map(({ uuid }) => uuid))],
    updateReaders(readersByUuid) {
      for (const announcement of announcements.values())
        Object.assign(announcement, readersByUuid.get(announcement.uuid))
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
