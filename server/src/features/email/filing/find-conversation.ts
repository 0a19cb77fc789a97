import type { JoinKey } from '@parley/mail/threading'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { lockById } from '../../conversations/access.ts'

type Candidate = { conversation_id: number; inbox_id: number }

/**
 * The conversation that a mail belongs to, locked, or null for a new one (product-decisions 17): by signed token, then by the ids it
 * cites, where a conversation of the receiving inbox wins; by "[#123]" only for a verified sender who takes part.
 * `only_here`: mail that another of our inboxes sent joins nothing but what this inbox has.
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
  const signed = await findByToken(tx.db, mail.join_keys)
  const cited = await findByCitedIds(tx.db, mail, inbox_id)
  const here = (one: Candidate) => one.inbox_id === inbox_id
  const candidates = [
    ...signed.filter(here),
    ...cited.filter(here),
    ...(same_inbox_only ? [] : [...signed, ...cited]),
    ...(verified ? await findBySubjectReference(tx.db, mail.join_keys, sender) : []),
  ]
  for (const id of new Set(candidates.map(({ conversation_id }) => conversation_id))) {
    const conversation = await lockMergeTarget(tx, id)
    if (conversation) return conversation
  }
  return null
}

/** The conversation that the subject names, for a sender who takes part in it but is not verified: it may belong there, and a person decides. */
export async function findSubjectSuggestion(
  tx: Tx,
  mail: Pick<IncomingMail, 'join_keys'>,
  sender: string,
): Promise<{ uuid: string; reference_number: string } | null> {
  const [first] = await findBySubjectReference(tx.db, mail.join_keys, sender)
  if (!first) return null
  const named = await tx.db
    .selectFrom('conversations')
    .select(['uuid', 'reference_number'])
    .where('id', '=', first.conversation_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return named ?? null
}

async function findByToken(db: Db, keys: JoinKey[]): Promise<Candidate[]> {
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

async function findByCitedIds(
  db: Db,
  { join_keys, message_id }: Pick<IncomingMail, 'join_keys' | 'message_id'>,
  inbox_id: number,
): Promise<Candidate[]> {
  const ids = join_keys.flatMap((key) => (key.kind === 'message_id' ? [key.message_id] : []))
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('thread_ids')
    .select(['source_id', 'conversation_id', 'inbox_id'])
    .where('source_id', 'in', ids)
    .orderBy('conversation_id')
    .execute()
  // A mail to two of our inboxes is one conversation in each: its own id says nothing about the other inbox.
  return ids.flatMap((id) =>
    rows.filter((row) => row.source_id === id && (id !== message_id || row.inbox_id === inbox_id)),
  )
}

/** Anybody can guess a number: it counts only for an address that belongs to the conversation. Whether the mail is from there is another question. */
async function findBySubjectReference(db: Db, keys: JoinKey[], sender: string): Promise<Candidate[]> {
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

/** What was merged goes on in its target. Null when it is in the trash: then the mail starts a conversation of its own. */
async function lockMergeTarget(tx: Tx, id: number): Promise<ConversationRow | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select id, merged_into_id, 1 as step from conversations where id = ${id}
      union all
      select c.id, c.merged_into_id, step + 1 from chain join conversations c on c.id = chain.merged_into_id where step < 20
    )
    select id from chain order by step desc limit 1`.execute(tx.db)
  return rows[0] ? lockById(tx, rows[0].id) : null
}

/**
 * Makes mails that know of each other wait for each other: an answer and its parent that arrive at the same instant
 * would otherwise start two conversations. Sorted, so that two mails never wait for each other.
 */
export async function lockThreadIds(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(7275541, key) from (
    select distinct hashtext(id) as key from unnest(${ids.slice(0, maxLocks)}::text[]) as id order by 1) as keys`.execute(
    tx.db,
  )
}

// The lock table is shared by all connections (max_locks_per_transaction × max_connections, 6,400 by default).
const maxLocks = 24
