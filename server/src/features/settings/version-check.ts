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
  /** Another address may know of other releases. */
  asked: z.string(),
  known: ReleaseFeed.nullable(),
})

/**
 * Asks once a day, and at once when the address is a new one, whether there is a newer release; the address is the operator's, and without
 * one nothing is asked and what was known is forgotten. An answer that is none leaves what was known, until tomorrow.
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
  if ('reason' in feed) log.warn({ url, reason: feed.reason }, 'the newest release is not known')
  const known = 'reason' in feed ? (isSameUrl && before.known) || null : feed
  const value = json({ asked: url, known })
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

/** What clients are told: a release that is newer than what runs, and new to this agent until they put it away. Null when there is none. */
export async function findNewRelease(
  db: Db,
  actor: Pick<Actor, 'id'>,
  version: string,
): Promise<GeneralSettings['app.update']> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  const known = StoredRelease.safeParse(row?.value).data?.known
  if (!known || !isNewerVersion(known.update.release_version, version)) return null
  const agent = await db
    .selectFrom('agents')
    .select('dismissed_release')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  const is_new = agent?.dismissed_release !== known.update.release_version
  return { update: { ...known.update, is_new }, messages: known.messages }
}

/** Nobody else is concerned, so nothing is recorded. */
export async function dismissRelease(tx: Tx, version: string): Promise<void> {
  await tx.db
    .updateTable('agents')
    .set({ dismissed_release: version })
    .where('id', '=', tx.actor.id)
    .execute()
}
