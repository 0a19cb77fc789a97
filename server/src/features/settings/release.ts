import type { GeneralSettings } from '@parley/contract/settings'
import { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { fetchOutbound, type OutboundOptions, OutboundRefusal } from '../../http/outbound.ts'
import type { Log } from '../../log.ts'
import { isNewer, ReleaseAnswer } from './release-answer.ts'

const KEY = 'release'
const A_DAY = 24 * 3_600_000

const Stored = z.object({
  /** Another address may know of other releases. */
  asked: z.string(),
  known: ReleaseAnswer.nullable(),
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
    .where('key', '=', KEY)
    .executeTakeFirst()
  if (!url) {
    if (row) await db.deleteFrom('settings').where('key', '=', KEY).execute()
    return
  }
  const before = Stored.safeParse(row?.value).data
  const isSame = before?.asked === url
  const now = clock.now()
  if (row && isSame && now.getTime() - row.updated_at.getTime() < A_DAY) return
  const answer = await ask(url, outbound)
  if ('reason' in answer) log.warn({ url, reason: answer.reason }, 'the newest release is not known')
  const known = 'reason' in answer ? (isSame && before.known) || null : answer
  const value = json({ asked: url, known })
  await db
    .insertInto('settings')
    .values({ key: KEY, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute()
}

async function ask(
  url: string,
  outbound: Pick<OutboundOptions, 'resolve' | 'isAllowed'>,
): Promise<ReleaseAnswer | { reason: string }> {
  try {
    const { status, bytes } = await fetchOutbound(url, {
      limit: 100_000,
      timeout_ms: 10_000,
      accept: 'application/json',
      ...outbound,
    })
    if (status !== 200) return { reason: `The server answered ${status}` }
    const { data, error } = ReleaseAnswer.safeParse(JSON.parse(bytes.toString('utf8')))
    return data ?? { reason: `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` }
  } catch (error) {
    if (error instanceof OutboundRefusal) return { reason: error.message }
    if (error instanceof SyntaxError) return { reason: 'The answer is no JSON' }
    throw error
  }
}

/** What clients are told: a release that is newer than what runs, and new to this agent until they put it away. Null when there is none. */
export async function readRelease(
  db: Db,
  actor: Pick<Actor, 'id'>,
  version: string,
): Promise<GeneralSettings['app.update']> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  const known = Stored.safeParse(row?.value).data?.known
  if (!known || !isNewer(known.update.release_version, version)) return null
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
