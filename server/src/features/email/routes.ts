import * as contract from '@parley/contract/email'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { eraseDelivery } from './erase.ts'
import { receivingHealth } from './health.ts'
import { listMailboxes } from './imap/list-mailboxes.ts'
import { countDeliveries, listDeliveries } from './list-deliveries.ts'
import { readRaw } from './raw-mail.ts'
import { readHeaders } from './read-headers.ts'
import { replayDelivery } from './replay.ts'

export function emailRoutes(
  routes: Routes,
  {
    store,
    secrets,
    receiver_port,
    mail_host,
  }: { store: FileStore; secrets: Secrets; receiver_port: number | null; mail_host: string | null },
): void {
  routes.read(contract.getReceivingHealth, (db) => receivingHealth(db, { receiver_port, mail_host }))
  routes.read(contract.listDeliveries, (db, { query }) => listDeliveries(db, query))
  routes.read(contract.countDeliveries, (db) => countDeliveries(db))
  routes.read(contract.listMailboxes, (db) => listMailboxes(db))
  routes.read(contract.readDeliveryHeaders, (db, { params }) => readHeaders(db, store, params.id))
  routes.write(contract.replayDelivery, (tx, { params }) => done(replayDelivery(tx, params.id)))
  routes.write(contract.eraseDelivery, (tx, { params }) => done(eraseDelivery(tx, secrets, params.id)))
  routes.read(contract.downloadDelivery, (db, { params, reply }) =>
    done(sendRaw(db, store, params.id, reply)),
  )
}

async function sendRaw(db: Db, store: FileStore, id: number, reply: FastifyReply): Promise<void> {
  const row = await db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const raw = await readRaw(store, row.raw_hash).catch(() => {
    throw notFound('The raw mail of this delivery')
  })
  // The bytes are a stranger's: always a download, never a page of ours.
  reply
    .header('content-type', 'message/rfc822')
    .header('content-disposition', `attachment; filename="delivery-${id}.eml"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(raw)
}
