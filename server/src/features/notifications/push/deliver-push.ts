import { wantsNotification } from '@parley/contract/notifications/notifications'
import { isQuiet, type QuietHours } from '@parley/contract/notifications/quiet-hours'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import { isSessionOpen } from '../../../identity/sessions/session-lifetime.ts'
import type { Log } from '../../../log.ts'
import type { Secrets } from '../../../secrets.ts'
import { agentTimeZone } from '../../../time-zone.ts'
import { loadCatalogue } from '../../settings/languages.ts'
import { readSettings } from '../../settings/settings.ts'
import { findUnread, type NotificationRow } from '../centre/list-notifications.ts'
import { postPush } from './post-push.ts'
import { readPushKeys } from './push-keys.ts'
import { type PushPayload, pushPayload } from './push-payload.ts'

export type PushDeps = {
  db: Db
  act: Act
  system: Actor
  clock: Clock
  log: Log
  secrets: Secrets
  root_url: string
  /** Which addresses push services may have. */
  push_network: NetworkAccess
}

export const deliverPushJob = 'deliver_push'
export type PushDelivery = { id: number; subscription_id: string; attempt: number }

/** A push that comes later is of no use. In milliseconds, after each failed attempt. */
const retryDelaysMs = [30_000, 120_000, 600_000, 1_800_000]

/** Job: pushes a notification to each of its agent's browsers, so that a slow push service delays no other. */
export async function enqueueDeliveries(tx: Tx, id: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('push_subscriptions as p')
    .innerJoin('notifications as n', 'n.agent_id', 'p.agent_id')
    .select('p.id')
    .where('n.id', '=', id)
    .orderBy('p.id')
    .execute()
  await tx.enqueueAll(
    deliverPushJob,
    rows.map((row) => ({
      payload: { id, subscription_id: row.id, attempt: 1 },
      key: deliveryKey(id, row.id),
    })),
  )
}

const deliveryKey = (id: number, subscription_id: string) => `push:${id}:${subscription_id}`

/**
 * Job: sends one push message, outside of any transaction. Nothing is sent that the agent has read in the meantime, no
 * longer wants or may no longer see, nor in their quiet hours. After a crash it is sent again, and replaces the first.
 */
export async function deliverPush(deps: PushDeps, delivery: PushDelivery): Promise<void> {
  const { db, act, system, log } = deps
  const subscription = await findSubscription(db, delivery.subscription_id, deps.clock.now())
  const payload = subscription && (await composePush(deps, subscription.agent_id, delivery.id))
  if (!payload) return
  const outcome = await postPush(
    {
      keys: await readPushKeys(db, deps.secrets, deps.clock.now()),
      subject: deps.root_url,
      network: deps.push_network,
    },
    subscription,
    payload,
  )
  await act(system, async (tx) => {
    if (outcome.kind === 'gone')
      await tx.db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
    else
      await tx.db
        .updateTable('push_subscriptions')
        .set(
          outcome.kind === 'sent'
            ? { last_pushed_at: tx.now, last_error: null }
            : { last_error: outcome.reason },
        )
        .where('id', '=', subscription.id)
        .execute()
    const delay = outcome.kind === 'later' ? retryDelaysMs[delivery.attempt - 1] : undefined
    if (outcome.kind === 'later' && delay !== undefined)
      await tx.enqueue(
        deliverPushJob,
        { ...delivery, attempt: delivery.attempt + 1 },
        {
          key: deliveryKey(delivery.id, subscription.id),
          run_at: new Date(tx.now.getTime() + Math.max(delay, outcome.wait_ms)),
        },
      )
  })
  if (outcome.kind !== 'sent')
    log.info(
      { push_subscription: subscription.id, reason: outcome.reason },
      'a push message was not accepted',
    )
}

/** Only while the session that it belongs to is open. */
const findSubscription = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .selectAll('p')
    .where('p.id', '=', id)
    .where(isSessionOpen(now))
    .executeTakeFirst()

async function composePush(deps: PushDeps, agent_id: number, id: number): Promise<PushPayload | null> {
  const { db } = deps
  const actor = await findActorByAgentId(db, agent_id)
  const row = actor && (await findUnread(db, actor, id))
  if (!row || !(await isPushWanted(deps, row))) return null
  const agent = await db
    .selectFrom('agents')
    .select(['language', 'push_preview'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const settings = await readSettings(db, { root_url: deps.root_url, version: '' })
  return pushPayload(row, {
    texts: await loadCatalogue(agent.language || settings['app.lang']),
    site_name: settings['app.site_name'],
    preview: agent.push_preview,
  })
}

async function isPushWanted({ db, clock }: PushDeps, { agent_id, kind }: NotificationRow): Promise<boolean> {
  const agent = await db
    .selectFrom('agents')
    .select(['muted_notifications', 'muted_channels', 'quiet_hours'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const quiet_hours = agent.quiet_hours as QuietHours | null // written from the contract's type
  return (
    wantsNotification(agent, kind, 'push') &&
    !isQuiet(quiet_hours, await agentTimeZone(db, agent_id), clock.now())
  )
}
