import * as contract from '@parley/contract/email/mail-deliveries'
import { downloadMessageSource, getMessageSource } from '@parley/contract/messages/message-sources'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/file-store.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { listMailboxes } from './imap/list-mailboxes.ts'
import { readDeliveryHeaders } from './ledger/delivery-headers.ts'
import { eraseDelivery } from './ledger/erase-delivery.ts'
import { countDeliveries, listDeliveries } from './ledger/list-deliveries.ts'
import { getDeliveryOfMessage } from './ledger/message-source.ts'
import { readRawMail } from './ledger/raw-mail.ts'
import { replayDelivery } from './ledger/replay-delivery.ts'
import { readReceivingHealth } from './receiving/receiving-health.ts'

export function emailRoutes(
  routes: Routes,
  {
    store,
    secrets,
    receiver_port,
    mail_host,
  }: { store: FileStore; secrets: Secrets; receiver_port: number | null; mail_host: string | null },
): void {
  routes.read(contract.getReceivingHealth, (db) => readReceivingHealth(db, { receiver_port, mail_host }))
  routes.read(contract.listDeliveries, (db, { query }) => listDeliveries(db, query))
  routes.read(contract.countDeliveries, (db) => countDeliveries(db))
  routes.read(contract.listMailboxes, (db) => listMailboxes(db))
  routes.read(contract.readDeliveryHeaders, (db, { params }) => readDeliveryHeaders(db, store, params.id))
  routes.write(contract.replayDelivery, (tx, { params }) => done(replayDelivery(tx, params.id)))
  routes.write(contract.eraseDelivery, (tx, { params }) => done(eraseDelivery(tx, secrets, params.id)))
  routes.read(contract.downloadDelivery, (db, { params, reply }) =>
    done(sendRawMail(db, store, params.id, reply)),
  )
  routes.read(getMessageSource, async (db, { actor, params }) =>
    readDeliveryHeaders(db, store, await getDeliveryOfMessage(db, actor, params)),
  )
  routes.read(downloadMessageSource, async (db, { actor, params, reply }) =>
    done(sendRawMail(db, store, await getDeliveryOfMessage(db, actor, params), reply)),
  )
}

async function sendRawMail(db: Db, store: FileStore, id: number, reply: FastifyReply): Promise<void> {
  const row = await db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const raw = await readRawMail(store, row.raw_hash).catch(() => {
    throw notFound('The raw email of this delivery')
  })
  // Untrusted bytes: always a download, never a page under our origin.
  reply
    .header('content-type', 'message/rfc822')
    .header('content-disposition', createDisposition(`delivery-${id}.eml`))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(raw)
}
