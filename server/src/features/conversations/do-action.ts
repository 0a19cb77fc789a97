import type { AppliedActionType } from '@parley/contract/macro-actions'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { assignTeam } from './assign-team.ts'
import { assignUser } from './assign-user.ts'
import { setPriority } from './set-priority.ts'
import { setStatus, snoozedId } from './set-status.ts'
import { setTags } from './set-tags.ts'

/** One action of a macro or rule on a locked conversation. Throws the verb's own refusal. */
export async function doAction(
  tx: Tx,
  c: ConversationRow,
  type: AppliedActionType,
  value: readonly string[],
): Promise<ConversationRow> {
  switch (type) {
    case 'assign_team':
      return assignTeam(tx, c, idOf(value))
    case 'assign_user':
      return assignUser(tx, c, idOf(value))
    case 'set_priority':
      return setPriority(tx, c, await nameOf(tx.db, 'priorities', idOf(value)))
    case 'set_status':
      if (idOf(value) === snoozedId)
        throw invalid('value', 'A macro cannot snooze, since it has no time to snooze until')
      return setStatus(tx, c, { status: await nameOf(tx.db, 'statuses', idOf(value)) })
    case 'set_tags':
      return setTags(tx, c, await known(tx.db, value))
    case 'add_tags':
      return setTags(tx, c, [...(await tagsOf(tx.db, c.id)), ...(await known(tx.db, value))])
    case 'remove_tags': {
      const gone = new Set(value.map(plain))
      return setTags(
        tx,
        c,
        (await tagsOf(tx.db, c.id)).filter((name) => !gone.has(plain(name))),
      )
    }
  }
}

function idOf([text = '']: readonly string[]): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw invalid('value', `"${text}" is not an id`)
  return id
}

async function nameOf(db: Db, table: 'statuses' | 'priorities', id: number): Promise<string> {
  const row = await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  if (!row)
    throw invalid('value', `The ${table === 'statuses' ? 'status' : 'priority'} does not exist any more`)
  return row.name
}

/** setTags leaves unknown names out without a word; here one that is gone is worth naming. */
async function known(db: Db, names: readonly string[]): Promise<string[]> {
  const tags = new Set((await db.selectFrom('tags').select('name').execute()).map(({ name }) => plain(name)))
  const missing = names.find((name) => !tags.has(plain(name)))
  if (missing !== undefined) throw invalid('value', `There is no tag "${missing}"`)
  return [...names]
}

const tagsOf = async (db: Db, conversation_id: number): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation_tags as ct')
      .innerJoin('tags as t', 't.id', 'ct.tag_id')
      .select('t.name')
      .where('ct.conversation_id', '=', conversation_id)
      .execute()
  ).map(({ name }) => name)

const plain = (name: string) => name.trim().toLowerCase()
