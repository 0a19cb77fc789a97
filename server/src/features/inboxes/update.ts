import { isDeepStrictEqual } from 'node:util'
import type { InboxChanges } from '@parley/contract/inboxes'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { Secrets } from '../../secrets.ts'
import { hastenReplies } from '../email/send-requeue.ts'
import { claimAddresses, cleanAliases, readFrom, readSignature } from './addresses.ts'
import { mergeConfig, storedConfig } from './config.ts'
import { type InboxRow, lockInbox } from './find.ts'
import { presentOAuth } from './oauth/stored.ts'
import { inboxChanges } from './present.ts'
import { resetSendingState } from './sending-state.ts'

export async function updateInbox(
  tx: Tx,
  secrets: Secrets,
  id: number,
  sent: z.output<typeof InboxChanges>,
): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  const input = { ...before, ...sent }
  const { address } = await readFrom(input.from)
  const aliases = cleanAliases(input.aliases, address)
  await claimAddresses(tx, { id, address, aliases })
  return changeInbox(tx, before, 'inbox.changed', {
    name: input.name,
    from: input.from,
    address,
    aliases,
    enabled: input.enabled,
    csat_enabled: input.csat_enabled,
    receiver_enabled: input.receiver_enabled,
    quote_history: input.quote_history,
    signature: sent.signature === undefined ? before.signature : await readSignature(sent.signature),
    // Another mailbox has to show anew what it does with plus-addresses.
    ...(address !== before.address && {
      plus_addressing_proved_at: null,
      plus_addressing_tested_at: null,
      plus_addressing_probe: null,
    }),
    ...(sent.sync_since !== undefined && {
      sync_since: sent.sync_since === null ? null : new Date(sent.sync_since),
    }),
    ...(sent.config && { config: json(mergeConfig(secrets, sent.config, before.config)) }),
  })
}

/** Flips the switch; an inbox that is off neither fetches nor sends. */
export async function toggleInbox(tx: Tx, id: number): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  return changeInbox(tx, before, 'inbox.toggled', { enabled: !before.enabled })
}

/** Takes it away for good, with its sign-in data; its conversations stay and its address becomes free. */
export async function deleteInbox(tx: Tx, id: number): Promise<void> {
  const before = await lockInbox(tx, id)
  await changeInbox(tx, before, 'inbox.deleted', {
    deleted_at: tx.now,
    enabled: false,
    config: json({}),
    oauth: null,
  })
}

/** What decides whether replies go out. A token that was merely renewed is none of it. */
const serversOf = ({ enabled, config, oauth }: InboxRow) => {
  const { account, connected_at, error } = presentOAuth(oauth) ?? {}
  return { enabled, smtp: storedConfig(config).smtp, account, connected_at, error }
}

export async function changeInbox(
  tx: Tx,
  before: InboxRow,
  type: string,
  columns: UpdateObject<DB, 'inboxes'>,
): Promise<InboxRow> {
  const after = await tx.db
    .updateTable('inboxes')
    .set({ ...columns, updated_at: tx.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type,
    object: { type: 'inbox', id: before.id },
    changes: inboxChanges(before, after),
  })
  if (!isDeepStrictEqual(serversOf(before), serversOf(after))) await resetSendingState(tx, after.id)
  if (after.enabled) await hastenReplies(tx, after.id)
  return after
}
