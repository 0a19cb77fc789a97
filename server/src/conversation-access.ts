import { hiddenRefusal } from '@parley/contract/conversations/hidden-conversations'
import { mergedRefusal } from '@parley/contract/conversations/merge-conversations'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db/pool.ts'
import type { Tx } from './db/transaction.ts'
import { type AppError, conflict, forbidden, notFound } from './http/errors.ts'
import type { AccessKeys, ConversationRow } from './spine/record-event.ts'

/**
 * Whether the actor may see a conversation with these access keys (docs/spec/wire.md#who-sees-a-conversation). `visibleTo` is the same rule in
 * SQL; a test compares the two.
 */
export function maySee(actor: Actor, { user, team, inbox }: AccessKeys): boolean {
  const may = (permission: string) => actor.permissions.has(permission)
  if (!may('conversations:read') || !mayUseInbox(actor, inbox)) return false
  if (may('conversations:read_all')) return true
  if (user !== null) return user === actor.id && may('conversations:read_assigned')
  if (team !== null) return actor.team_ids.includes(team) && may('conversations:read_team_inbox')
  return may('conversations:read_unassigned')
}

/** Whether the actor's API key, if it is limited to some inboxes, includes this inbox. True for every other actor. */
export const mayUseInbox = (actor: Actor, inbox_id: number | null | undefined): boolean =>
  !actor.scope?.inbox_ids || (typeof inbox_id === 'number' && actor.scope.inbox_ids.includes(inbox_id))

/** The same rule as a condition on `conversations c`. */
export function visibleTo(actor: Actor): RawBuilder<boolean> {
  const inboxScope = inboxScopeCondition(actor)
  return inboxScope ? sql`(${inboxScope} and ${visibleByPermissions(actor)})` : visibleByPermissions(actor)
}

/**
 * The inbox restriction that list queries add to their own condition. Permission to open the list already covers the
 * rest. Null for everyone except API keys limited to some inboxes.
 */
export function inboxScopeCondition(actor: Actor): RawBuilder<boolean> | null {
  const inbox_ids = actor.scope?.inbox_ids
  return inbox_ids ? sql`c.inbox_id = any(${[...inbox_ids]})` : null
}

function visibleByPermissions(actor: Actor): RawBuilder<boolean> {
  const may = (permission: string) => actor.permissions.has(permission)
  if (!may('conversations:read')) return sql`false`
  if (may('conversations:read_all')) return sql`true`
  const alternatives = [
    may('conversations:read_assigned') && sql`c.assigned_user_id = ${actor.id}`,
    may('conversations:read_team_inbox') &&
      sql`(c.assigned_user_id is null and c.assigned_team_id = any(${[...actor.team_ids]}))`,
    may('conversations:read_unassigned') && sql`(c.assigned_user_id is null and c.assigned_team_id is null)`,
  ].filter((alternative) => alternative !== false)
  return alternatives.length > 0 ? sql`(${sql.join(alternatives, sql` or `)})` : sql`false`
}

/**
 * Permission to list conversations without permission to read them shows nothing, as in search, sockets and views. The
 * request is refused rather than answered with an empty list, so nobody concludes that there is no work.
 */
export function assertCanReadConversations(actor: Actor): void {
  if (!actor.permissions.has('conversations:read'))
    throw forbidden('Your role doesn’t allow reading conversations. Ask an administrator to allow it')
}

/**
 * Whether the actor may read `conversations own`: whoever may see a conversation may also read those that were merged
 * into it, whatever their own agent and team. The trash needs a permission.
 */
export const readableBy = (actor: Actor): RawBuilder<boolean> => sql`exists (
  select from conversations c
  where c.id = coalesce(own.merge_root_id, own.id) and ${inListsOrTrashOf(actor)} and ${visibleTo(actor)})`

/** Lists, search and everything automatic require `c.deleted_at is null` instead. */
const inListsOrTrashOf = (actor: Actor): RawBuilder<boolean> =>
  actor.permissions.has('conversations:delete') ? sql`true` : sql`c.deleted_at is null`

/** Whether the actor may open at least one conversation list. */
export const maySeeAnyList = (actor: Actor): boolean =>
  ['read_all', 'read_assigned', 'read_team_inbox', 'read_unassigned'].some((list) =>
    actor.permissions.has(`conversations:${list}`),
  )

/** A conversation the actor may see, for reading. Merged ones can still be read. */
export async function getVisible(db: Db, actor: Actor, uuid: string): Promise<ConversationRow> {
  const row = await db
    .selectFrom('conversations as own')
    .selectAll('own')
    .where('own.uuid', '=', uuid)
    .where(readableBy(actor))
    .executeTakeFirst()
  if (!row) throw notFound('Conversation')
  return row
}

/** A conversation the actor may change, locked. Every write goes through here; a hidden one is refused with the reason. */
export async function lockVisible(tx: Tx, uuid: string): Promise<ConversationRow> {
  const c = await lockOpenable(tx, uuid)
  const reason = hiddenRefusal(c)
  if (reason) throw conflict(reason)
  return c
}

/** The same including the trash, for the verbs that hide and show conversations. */
export async function lockOpenable(tx: Tx, uuid: string): Promise<ConversationRow> {
  const row = await tx.db
    .selectFrom('conversations as c')
    .selectAll('c')
    .where('c.uuid', '=', uuid)
    .where('c.merged_into_id', 'is', null)
    .where(inListsOrTrashOf(tx.actor))
    .where(visibleTo(tx.actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw await explainNotLocked(tx, uuid)
  return row
}

/** A merged conversation can be read but not changed. */
async function explainNotLocked(tx: Tx, uuid: string): Promise<AppError> {
  const merged = await tx.db
    .selectFrom('conversations as own')
    .innerJoin('conversations as root', 'root.id', 'own.merge_root_id')
    .select(['own.reference_number', 'root.reference_number as root_number'])
    .where('own.uuid', '=', uuid)
    .where(readableBy(tx.actor))
    .executeTakeFirst()
  return merged
    ? conflict(mergedRefusal(merged, { reference_number: merged.root_number }))
    : notFound('Conversation')
}

/** A conversation by id, locked; null if it is hidden. For timers and rules, which see everything that is in the lists. */
export async function lockById(tx: Tx, id: number): Promise<ConversationRow | null> {
  const row = await lockByIdEvenHidden(tx, id)
  return row?.deleted_at === null ? row : null
}

/** Also when it is hidden: for what has to be recorded anyway, such as an email that was sent, and to stop timers. */
export async function lockByIdEvenHidden(tx: Tx, id: number): Promise<ConversationRow | null> {
  const row = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** For verbs that can be reached through several endpoints and therefore check the permission themselves. */
export function assertPermission(tx: Tx, permission: string): void {
  if (!tx.actor.permissions.has(permission)) throw forbidden()
}
