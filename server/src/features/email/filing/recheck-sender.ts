import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { isTemporary } from '../../../sender-auth/sender-checks.ts'
import { readRawMail } from '../ledger/raw-mail.ts'
import type { Envelope } from '../ledger/record-delivery.ts'
import type { ProcessingDeps } from './process-delivery.ts'
import { scheduleSenderRecheck } from './schedule-sender-recheck.ts'
import { checksForSender } from './sender-authentication.ts'

/**
 * Job: repeats the sender checks. The message stays in its conversation; what agents see and who gets replies by
 * default may change.
 */
export async function recheckSender(
  deps: ProcessingDeps,
  message_id: number,
  attempt: number,
): Promise<void> {
  const { db, act, system, files, verifier } = deps
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('mail_deliveries as d', 'd.id', 'm.delivery_id')
    .select(['m.meta', 'd.raw_hash', 'd.envelope'])
    .where('m.id', '=', message_id)
    .executeTakeFirst()
  if (!message) return
  const { peer, helo, from } = message.envelope as Envelope // written by insertDelivery
  const raw = await readRawMail(files.mail, message.raw_hash)
  const [sender = ''] = (message.meta as { from?: string[] }).from ?? [] // written from the contract's type
  const checks = checksForSender(await verifier.verify({ raw, peer, helo, mail_from: from }), sender)
  await act(system, async (tx) => {
    if (isTemporary(checks)) return void (await scheduleSenderRecheck(tx, message_id, attempt))
    await updateSenderChecks(tx, message_id, checks)
  })
}

async function updateSenderChecks(
  tx: Tx,
  id: number,
  checks: ReturnType<typeof checksForSender>,
): Promise<void> {
  const { conversation_id } = await tx.db
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { authentication } = await tx.db
    .selectFrom('messages')
    .select('authentication')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = authentication as SenderAuthentication | null // written from the contract's type
  if (!before || !isTemporary(before)) return
  const after: SenderAuthentication = {
    ...before,
    ...checks,
    new_addresses: checks.verdict === 'pass' ? [] : before.new_addresses,
  }
  await tx.db
    .updateTable('messages')
    .set({ authentication: json(after), updated_at: tx.now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await tx.record({ type: 'message.changed', conversation: { before: c, after: c }, message_ids: [id] })
}
