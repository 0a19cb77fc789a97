import type { PushSubscription, PushSubscriptionWrite } from '@parley/contract/notifications/push'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid, notFound } from '../../../http/errors.ts'
import {
  type NetworkAccess,
  OutboundRefusal,
  parseHttpUrl,
  resolveAllowedAddresses,
} from '../../../http/outbound/fetch-outbound.ts'
import { isSessionOpen } from '../../../identity/sessions/session-lifetime.ts'

type Session = { current: Buffer | null; now: Date }

/** More browsers than anyone uses; a new one replaces the oldest. */
const maxSubscriptions = 20

/** An agent's browsers whose session is open, the newest first. */
export async function listSubscriptions(
  db: Db,
  agent_id: number,
  { current, now }: Session,
): Promise<PushSubscription[]> {
  const rows = await db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .selectAll('p')
    .select('s.id_hash')
    .where('p.agent_id', '=', agent_id)
    .where(isSessionOpen(now))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => presentSubscription(row, current !== null && row.id_hash.equals(current)))
}

const presentSubscription = (
  row: Selectable<DB['push_subscriptions']>,
  is_current: boolean,
): PushSubscription => ({
  uuid: row.id,
  created_at: row.created_at.toISOString(),
  user_agent: row.user_agent,
  last_pushed_at: row.last_pushed_at?.toISOString() ?? null,
  last_error: row.last_error,
  is_current,
})

/** The endpoint is a URL that a browser sent: it must be on the public internet. Throws a sentence otherwise. */
export async function assertPushEndpoint(endpoint: string, network: NetworkAccess): Promise<void> {
  try {
    const url = parseHttpUrl(endpoint)
    // An address on this machine is refused below, unless the operator allows it.
    if (url.protocol !== 'https:' && url.hostname !== '127.0.0.1') throw new OutboundRefusal('No https')
    await resolveAllowedAddresses(url, network)
  } catch (error) {
    // The same for all: which names exist in the operator's network is nobody's business.
    if (error instanceof OutboundRefusal)
      throw invalid('endpoint', 'Push services are reached by https on the public internet')
    throw error
  }
}

/** Subscribing again replaces the browser's subscription, whoever used the browser before. */
export async function saveSubscription(
  tx: Tx,
  { endpoint, keys, public_key }: z.output<typeof PushSubscriptionWrite>,
  { session, user_agent }: { session: Buffer | null; user_agent: string | null },
): Promise<PushSubscription> {
  const own =
    session &&
    (await tx.db
      .selectFrom('sessions')
      .select('id')
      .where('id_hash', '=', session)
      .where('agent_id', '=', tx.actor.id)
      .executeTakeFirst())
  if (!own) throw notFound('Session')
  const values = {
    agent_id: tx.actor.id,
    session_id: own.id,
    p256dh: keys.p256dh,
    auth: keys.auth,
    public_key,
    user_agent: user_agent?.slice(0, 300) ?? null,
    last_error: null,
  }
  // A browser has one subscription at a time.
  await tx.db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', own.id)
    .where('endpoint', '<>', endpoint)
    .execute()
  const row = await tx.db
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint, created_at: tx.now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where agent_id = ${tx.actor.id}
    order by created_at desc, id offset ${maxSubscriptions})`.execute(tx.db)
  return presentSubscription(row, true)
}

export async function deleteSubscription(tx: Tx, uuid: string): Promise<void> {
  const removed = await tx.db
    .deleteFrom('push_subscriptions')
    .where('id', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound('Push subscription')
}
