import * as contract from '@parley/contract/email/mail-deliveries'
import { downloadMessageSource, getMessageSource } from '@parley/contract/messages/message-sources'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { notFound } from '../../http/errors.ts'
import { recordAccess } from '../../http/record-access.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { listMailboxes } from './imap/list-mailboxes.ts'
import { readDeliveryHeaders } from './ledger/delivery-headers.ts'
import { eraseDelivery } from './ledger/erase-delivery.ts'
import { countDeliveries, listDeliveries } from './ledger/list-deliveries.ts'
import { getDeliveryOfMessage } from './ledger/message-source.ts'
import { getRawMail } from './ledger/raw-mail.ts'
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
  routes.act(contract.readDeliveryHeaders, (act, { params, ...input }) =>
    openHeaders(store, params.id, { act, ...input }),
  )
  routes.write(contract.replayDelivery, (tx, { params }) => done(replayDelivery(tx, params.id)))
  routes.write(contract.eraseDelivery, (tx, { params }) => done(eraseDelivery(tx, secrets, params.id)))
  routes.act(contract.downloadDelivery, (act, { params, reply, ...input }) =>
    done(sendRawMail(store, params.id, { act, ...input }, reply)),
  )
  routes.act(getMessageSource, async (act, { params, ...input }) =>
    openHeaders(store, await getDeliveryOfMessage(input.db, input.actor, params), { act, ...input }),
  )
  routes.act(downloadMessageSource, async (act, { params, reply, ...input }) =>
    done(
      sendRawMail(store, await getDeliveryOfMessage(input.db, input.actor, params), { act, ...input }, reply),
    ),
  )
}

type Reader = { act: Act; db: Db; actor: Actor; request: FastifyRequest }

const recordReading = (id: number, { act, actor, request }: Reader) =>
  recordAccess(act, actor, request, { type: 'delivery.read', object: { type: 'delivery', id } })

async function openHeaders(store: FileStore, id: number, reader: Reader) {
  const headers = await readDeliveryHeaders(reader.db, store, id)
  await recordReading(id, reader)
  return headers
}

async function sendRawMail(store: FileStore, id: number, reader: Reader, reply: FastifyReply): Promise<void> {
  const { db } = reader
  const row = await db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const raw = await getRawMail(store, row.raw_hash)
  await recordReading(id, reader)
  // Untrusted bytes: always a download, never a page under our origin.
  reply
    .header('content-type', 'message/rfc822')
    .header('content-disposition', createDisposition(`delivery-${id}.eml`))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(raw)
}
