import type { Db } from '../../../db/pool.ts'
import type { Secrets } from '../../../secrets.ts'

/** The server's keys (VAPID, RFC 8292): push services accept messages to a browser only from the server it subscribed to. */
export type PushKeys = { public_key: string; private_key: string }

/** Created when they are first needed. */
export async function readPushKeys(db: Db, secrets: Secrets, now: Date): Promise<PushKeys> {
  const stored = (await findPushKeys(db)) ?? (await createPushKeys(db, secrets, now))
  return { public_key: stored.public_key, private_key: secrets.open(stored.private_key) }
}

const findPushKeys = (db: Db) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()

async function createPushKeys(db: Db, secrets: Secrets, now: Date) {
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insertInto('push_keys')
    .values({ created_at: now, public_key: publicKey, private_key: secrets.seal(privateKey) })
    // Another request may have been faster.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await findPushKeys(db)
  if (!stored) throw new Error('The push keys were not stored')
  return stored
}
