import type { GeneralSettings } from '@parley/contract/settings/settings'
import { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { fetchOutbound, type OutboundOptions, OutboundRefusal } from '../../http/outbound/fetch-outbound.ts'
import type { Log } from '../../log.ts'
import { isNewerVersion, ReleaseFeed } from './release-feed.ts'

const settingKey = 'release'
const dayMs = 24 * 3_600_000

const StoredRelease = z.object({
  /** Another URL may know of other releases. */
  asked: z.string(),
  known: ReleaseFeed.nullable(),
})

/**
 * Checks for a newer release once a day, and immediately when the URL has changed. The operator sets the URL; without one, nothing
 * is requested and the stored release is deleted. An invalid response keeps the stored release until the next day.
 */
export async function checkForRelease(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  url: string | undefined,
  outbound: Pick<OutboundOptions, 'resolve' | 'isAllowed'> = {},
): Promise<void> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', settingKey)
    .executeTakeFirst()
  if (!url) {
    if (row) await db.deleteFrom('settings').where('key', '=', settingKey).execute()
    return
  }
  const before = StoredRelease.safeParse(row?.value).data
  const isSameUrl = before?.asked === url
  const now = clock.now()
  if (row && isSameUrl && now.getTime() - row.updated_at.getTime() < dayMs) return
  const feed = await fetchReleaseFeed(url, outbound)
  if ('reason' in feed) log.warn({ url, reason: feed.reason }, 'could not check for a new release')
  const release = 'reason' in feed ? (isSameUrl && before.known) || null : feed
  const value = json({ asked: url, known: release })
  await db
    .insertInto('settings')
    .values({ key: settingKey, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute()
}

async function fetchReleaseFeed(
  url: string,
  outbound: Pick<OutboundOptions, 'resolve' | 'isAllowed'>,
): Promise<ReleaseFeed | { reason: string }> {
  try {
    const { status, bytes } = await fetchOutbound(url, {
      limit: 100_000,
      timeout_ms: 10_000,
      accept: 'application/json',
      ...outbound,
    })
    if (status !== 200) return { reason: `The server responded with ${status}` }
    const { data, error } = ReleaseFeed.safeParse(JSON.parse(bytes.toString('utf8')))
    return data ?? { reason: `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` }
  } catch (error) {
    if (error instanceof OutboundRefusal) return { reason: error.message }
    if (error instanceof SyntaxError) return { reason: 'The answer is no JSON' }
    throw error
  }
}

/** A release newer than the running one, and whether this agent has dismissed it. Null if there is none. */
export async function findNewRelease(
  db: Db,
  actor: Pick<Actor, 'id'>,
  version: string,
): Promise<GeneralSettings['app.update']> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  const release = StoredRelease.safeParse(row?.value).data?.known
  if (!release || !isNewerVersion(release.update.release_version, version)) return null
  const agent = await db
    .selectFrom('agents')
    .select('dismissed_release')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  const is_new = agent?.dismissed_release !== release.update.release_version
  return { update: { ...release.update, is_new }, messages: release.messages }
}

/** Personal to the agent, so no event is recorded. */
export async function dismissRelease(tx: Tx, version: string): Promise<void> {
  await tx.db
    .updateTable('agents')
    .set({ dismissed_release: version })
    .where('id', '=', tx.actor.id)
    .execute()
}
