import {
  type Draft,
  DraftContent,
  type DraftSummary,
  type DraftVersion,
  parseDraftKey,
} from '@parley/contract/messages/drafts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { getVisible, visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { forbidden } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

export type DraftRow = Selectable<DB['drafts']>

/**
 * The conversation of a draft with this key, null for a new one. Throws if the actor could not send the draft anyway:
 * 403 without the permission, 404 if they may not see the conversation.
 */
export async function getDraftConversation(
  db: Db,
  actor: Actor,
  key: string,
): Promise<ConversationRow | null> {
  const { conversation_uuid } = parseDraftKey(key)
  if (conversation_uuid === null) {
    if (!mayStartConversations(actor)) throw forbidden()
    return null
  }
  if (!actor.permissions.has('messages:write')) throw forbidden()
  return getVisible(db, actor, conversation_uuid)
}

/** A key limited to some inboxes sees no draft whose inbox may still change. */
const mayStartConversations = ({ permissions, scope }: Actor): boolean =>
  permissions.has('conversations:write') && !scope?.inbox_ids

export const findDraft = (db: Db, agent_id: number, key: string): Promise<DraftRow | undefined> =>
  db
    .selectFrom('drafts')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where('key', '=', key)
    .executeTakeFirst()

const contentOf = ({ content }: Pick<DraftRow, 'content'>): DraftContent | null =>
  content === null ? null : DraftContent.parse(content)

export const presentDraft = (key: string, row: DraftRow | undefined): Draft => ({
  key,
  conversation_uuid: parseDraftKey(key).conversation_uuid,
  revision: row?.revision ?? 0,
  updated_at: row?.updated_at.toISOString() ?? null,
  client_id: row?.client_id ?? '',
  content: row ? contentOf(row) : null,
  sent: row?.sent_at != null,
  sent_attempt: row?.sent_attempt ?? null,
})

export async function getDraft(db: Db, actor: Actor, key: string): Promise<Draft> {
  await getDraftConversation(db, actor, key)
  return presentDraft(key, await findDraft(db, actor.id, key))
}

/** The actor's drafts that they could send now, or once they have moved them to where their conversation continues. */
export async function listDrafts(db: Db, actor: Actor): Promise<DraftSummary[]> {
  const rows = await db
    .selectFrom('drafts as d')
    .leftJoin('conversations as own', 'own.id', 'd.conversation_id')
    .leftJoin('conversations as c', (join) =>
      join.on('c.id', '=', (eb) => eb.fn.coalesce('own.merge_root_id', 'own.id')),
    )
    .select([
      'd.key',
      'd.revision',
      'd.updated_at',
      'd.excerpt',
      sql<string | null>`case when own.merge_root_id is not null then c.uuid end`.as('merged_into_uuid'),
      sql<number>`jsonb_array_length(d.content -> 'files')`.as('file_count'),
      sql<string | null>`d.content -> 'fields' ->> 'contact_email'`.as('contact_email'),
      sql<string | null>`d.content -> 'fields' ->> 'subject'`.as('subject'),
    ])
    .where('d.agent_id', '=', actor.id)
    .where('d.content', 'is not', null)
    .where(
      sql<boolean>`case when d.conversation_id is null then ${mayStartConversations(actor)}
        else ${actor.permissions.has('messages:write')} and c.deleted_at is null and ${visibleTo(actor)} end`,
    )
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    conversation_uuid: parseDraftKey(row.key).conversation_uuid,
    updated_at: row.updated_at.toISOString(),
  }))
}

export async function listDraftVersions(db: Db, actor: Actor, key: string): Promise<DraftVersion[]> {
  await getDraftConversation(db, actor, key)
  const rows = await db
    .selectFrom('draft_versions as v')
    .innerJoin('drafts as d', 'd.id', 'v.draft_id')
    .select(['v.id', 'v.saved_at', 'v.content'])
    .where('d.agent_id', '=', actor.id)
    .where('d.key', '=', key)
    .orderBy('v.id', 'desc')
    .execute()
  return rows.map(({ id, saved_at, content }) => ({
    id,
    saved_at: saved_at.toISOString(),
    content: DraftContent.parse(content),
  }))
}
