import type { JoinKey } from '@parley/mail/threading'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { lockWithRoot } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

type Candidate = { conversation_id: number; inbox_id: number }

/**
 * Finds and locks the conversation that a mail belongs to; null for a new one (docs/spec/product-decisions.md#threading). In order: by
 * signed token; by the ids it cites, preferring conversations of the receiving inbox; by "[#123]", only for a
 * verified sender who is a participant. `same_inbox_only`: mail sent by another of our inboxes joins only
 * conversations of this inbox.
 */
export async function findConversation(
  tx: Tx,
  mail: Pick<IncomingMail, 'join_keys' | 'message_id'>,
  {
    inbox_id,
    sender,
    verified,
    same_inbox_only,
  }: { inbox_id: number; sender: string; verified: boolean; same_inbox_only: boolean },
): Promise<ConversationRow | null> {
  const byToken = await listByToken(tx.db, mail.join_keys)
  const byCitedIds = await listByCitedIds(tx.db, mail, inbox_id)
  const isInThisInbox = (candidate: Candidate) => candidate.inbox_id === inbox_id
  const candidates = [
    ...(await filterSplitFrom(tx.db, byCitedIds.slice(0, 1), byToken)),
    ...byToken.filter(isInThisInbox),
    ...byCitedIds.filter(isInThisInbox),
    ...(same_inbox_only ? [] : [...byToken, ...byCitedIds]),
    ...(verified ? await listBySubjectReference(tx.db, mail.join_keys, sender) : []),
  ]
  for (const id of new Set(candidates.map(({ conversation_id }) => conversation_id))) {
    const conversation = await lockMergeTarget(tx, id)
    if (conversation) return conversation
  }
  return null
}

/**
 * The conversation referenced in the subject, for a participant who is not verified. It is only suggested; a person
 * decides.
 */
export async function findSubjectSuggestion(
  tx: Tx,
  mail: Pick<IncomingMail, 'join_keys'>,
  sender: string,
): Promise<{ uuid: string; reference_number: string } | null> {
  const [candidate] = await listBySubjectReference(tx.db, mail.join_keys, sender)
  if (!candidate) return null
  const conversation = await tx.db
    .selectFrom('conversations')
    .select(['uuid', 'reference_number'])
    .where('id', '=', candidate.conversation_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return conversation ?? null
}

/**
 * A token names the conversation that a mail was sent from. If the answered message has moved to another one since, by a
 * split, its id is more exact.
 */
async function filterSplitFrom(db: Db, cited: Candidate[], byToken: Candidate[]): Promise<Candidate[]> {
  const [candidate] = cited
  if (!candidate || byToken.length === 0) return []
  const { rows } = await sql`
    with recursive origins as (
      select source_id from conversation_splits where conversation_id = ${candidate.conversation_id}
      union
      select s.source_id from conversation_splits s join origins o on s.conversation_id = o.source_id)
    select from origins where source_id = any(${byToken.map(({ conversation_id }) => conversation_id)})`.execute(
    db,
  )
  return rows.length > 0 ? [candidate] : []
}

async function listByToken(db: Db, keys: JoinKey[]): Promise<Candidate[]> {
  const tokens = keys.flatMap((key) => (key.kind === 'token' ? [key.token] : [])).slice(0, 20)
  if (tokens.length === 0) return []
  const rows = await db
    .selectFrom('conversations')
    .select(['id as conversation_id', 'uuid', 'inbox_id'])
    .where(
      sql<boolean>`(id = any(${tokens.map((token) => token.conversation_id ?? 0)}) or uuid = any(${tokens.flatMap(({ uuid }) => uuid ?? [])}::uuid[]))`,
    )
    .execute()
  return tokens.flatMap(
    (token) =>
      rows.find((row) => row.conversation_id === token.conversation_id || row.uuid === token.uuid) ?? [],
  )
}

async function listByCitedIds(
  db: Db,
  { join_keys, message_id }: Pick<IncomingMail, 'join_keys' | 'message_id'>,
  inbox_id: number,
): Promise<Candidate[]> {
  const ids = join_keys.flatMap((key) => (key.kind === 'message_id' ? [key.message_id] : []))
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('thread_ids')
    .select(['source_id', 'conversation_id', 'inbox_id'])
    .where('source_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('conversation_id')
    .modifyEnd(prepared)
    .execute()
  // A mail to two of our inboxes is one conversation in each, so its own id says nothing about the other inbox.
  return ids.flatMap((id) =>
    rows.filter((row) => row.source_id === id && (id !== message_id || row.inbox_id === inbox_id)),
  )
}

/**
 * Anyone can guess a number, so it counts only for an address of the conversation. Whether the mail really comes from
 * it is checked separately.
 */
async function listBySubjectReference(db: Db, keys: JoinKey[], sender: string): Promise<Candidate[]> {
  const numbers = keys.flatMap((key) => (key.kind === 'subject_reference' ? [key.reference_number] : []))
  if (numbers.length === 0) return []
  return db
    .selectFrom('conversations as c')
    .select(['c.id as conversation_id', 'c.inbox_id'])
    .where('c.reference_number', 'in', numbers.slice(0, 20))
    .where(
      sql<boolean>`(exists (select from conversation_addresses a where a.conversation_id = c.id and a.address = ${sender})
        or exists (select from contact_addresses a where a.contact_id = c.contact_id and a.address = ${sender}))`,
    )
    .orderBy('c.id')
    .execute()
}

/** Follows merges to the target conversation and locks it, also in the trash; null if it was deleted permanently. */
export async function lockMergeTarget(tx: Tx, id: number): Promise<ConversationRow | null> {
  const merged = await lockWithRoot(tx, id)
  return merged?.root ?? null
}

/**
 * Serialises mails that cite each other. Otherwise a reply and its parent that arrive at the same instant would start
 * two conversations. Locks are taken in order to avoid deadlocks.
 */
export async function lockThreadIds(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`${prepared}select pg_advisory_xact_lock(7275541, key) from (
    select distinct hashtext(id) as key from unnest(${ids.slice(0, maxLocks)}::text[]) as id order by 1) as keys`.execute(
    tx.db,
  )
}

// All connections share the lock table (max_locks_per_transaction × max_connections, 6,400 by default).
const maxLocks = 24
