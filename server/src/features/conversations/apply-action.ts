import type { AppliedActionType } from '@parley/contract/macros/macro-actions'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { snoozedStatusId } from '../statuses/default-status-ids.ts'
import { assignTeam } from './assign-team.ts'
import { assignUser } from './assign-user.ts'
import { moveToInbox } from './move-to-inbox.ts'
import { setPriority } from './set-priority.ts'
import { setStatus } from './set-status.ts'
import { setTags } from './set-tags.ts'

/** Applies one action of a macro or rule to a locked conversation. Throws the refusal of the verb. */
export async function applyAction(
  tx: Tx,
  c: ConversationRow,
  type: AppliedActionType,
  value: readonly string[],
): Promise<ConversationRow> {
  switch (type) {
    case 'assign_team':
      return assignTeam(tx, c, parseId(value))
    case 'assign_user':
      return assignUser(tx, c, parseId(value))
    case 'set_priority':
      return setPriority(tx, c, await getName(tx.db, 'priorities', parseId(value)))
    case 'set_status':
      if (parseId(value) === snoozedStatusId)
        throw invalid('value', 'Macros can’t set a snoozed status, because they have no snooze time')
      return setStatus(tx, c, { status: await getName(tx.db, 'statuses', parseId(value)) })
    case 'move_inbox':
      return moveToInbox(tx, c, parseId(value))
    case 'set_tags':
      return setTags(tx, c, await getExistingTagNames(tx.db, value))
    case 'add_tags':
      return setTags(tx, c, [
        ...(await listTagNames(tx.db, c.id)),
        ...(await getExistingTagNames(tx.db, value)),
      ])
    case 'remove_tags': {
      const removed = new Set(value.map(normalizeTagName))
      return setTags(
        tx,
        c,
        (await listTagNames(tx.db, c.id)).filter((name) => !removed.has(normalizeTagName(name))),
      )
    }
  }
}

function parseId([text = '']: readonly string[]): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw invalid('value', `"${text}" is not an id`)
  return id
}

async function getName(db: Db, table: 'statuses' | 'priorities', id: number): Promise<string> {
  const row = await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid('value', `The ${table === 'statuses' ? 'status' : 'priority'} no longer exists`)
  return row.name
}

/** setTags ignores unknown names; here a deleted tag is reported. */
async function getExistingTagNames(db: Db, names: readonly string[]): Promise<string[]> {
  const tags = new Set(
    (await db.selectFrom('tags').select('name').execute()).map(({ name }) => normalizeTagName(name)),
  )
  const missing = names.find((name) => !tags.has(normalizeTagName(name)))
  if (missing !== undefined) throw invalid('value', `There is no tag "${missing}"`)
  return [...names]
}

const listTagNames = async (db: Db, conversation_id: number): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation_tags as ct')
      .innerJoin('tags as t', 't.id', 'ct.tag_id')
      .select('t.name')
      .where('ct.conversation_id', '=', conversation_id)
      .execute()
  ).map(({ name }) => name)

const normalizeTagName = (name: string) => name.trim().toLowerCase()
