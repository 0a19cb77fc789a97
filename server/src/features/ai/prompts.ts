import type {
  AiPrompt,
  AiPromptChanges,
  AiPromptDetail,
  AiPromptWrite,
} from '@parley/contract/ai/ai-settings'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'

export type PromptRow = Selectable<DB['ai_prompts']>
type Values = z.output<typeof AiPromptWrite>
type Changes = z.output<typeof AiPromptChanges>

const record = objectRecorder('ai_prompt')

export const listPrompts = (db: Db): Promise<PromptRow[]> =>
  db
    .selectFrom('ai_prompts')
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['title']))
    .execute()

export async function getPrompt(db: Db, id: number): Promise<PromptRow> {
  const row = await db.selectFrom('ai_prompts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Prompt')
  return row
}

export const findPrompt = (db: Db, key: string): Promise<PromptRow | undefined> =>
  db.selectFrom('ai_prompts').selectAll().where('key', '=', key).executeTakeFirst()

export async function createPrompt(tx: Tx, values: Values): Promise<PromptRow> {
  const row = await tx.db
    .insertInto('ai_prompts')
    .values({ ...values, key: await findFreeKey(tx, values.title), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'ai_prompt.created', row.id, changedFields(null, fieldsOf(row)))
  return row
}

/** The key never changes: API clients use it. */
export async function updatePrompt(tx: Tx, id: number, changesSent: Changes): Promise<PromptRow> {
  const before = await lockPrompt(tx, id)
  return writePrompt(tx, before, { ...fieldsOf(before), ...changesSent })
}

export async function resetPrompt(tx: Tx, id: number): Promise<PromptRow> {
  const before = await lockPrompt(tx, id)
  const { builtin_title: title, builtin_content: content } = before
  if (title === null || content === null) throw conflict('Only built-in prompts can be reset')
  return writePrompt(tx, before, { title, content })
}

export async function deletePrompt(tx: Tx, id: number): Promise<void> {
  const before = await lockPrompt(tx, id)
  if (before.builtin_content !== null)
    throw conflict('Built-in prompts can’t be deleted because older clients use them. Edit it instead')
  await tx.db.deleteFrom('ai_prompts').where('id', '=', id).execute()
  await record(tx, 'ai_prompt.deleted', id, changedFields(fieldsOf(before), null))
}

async function writePrompt(tx: Tx, before: PromptRow, values: Values): Promise<PromptRow> {
  const changes = changedFields(fieldsOf(before), values)
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('ai_prompts')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'ai_prompt.changed', before.id, changes)
  return after
}

export async function lockPrompt(tx: Tx, id: number): Promise<PromptRow> {
  const row = await tx.db
    .selectFrom('ai_prompts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Prompt')
  return row
}

/** "Ask for details" becomes ask_for_details, or ask_for_details_2 if that is taken. */
async function findFreeKey(tx: Tx, title: string): Promise<string> {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 120)
  const base = slug || 'prompt'
  const rows = await tx.db
    .selectFrom('ai_prompts')
    .select('key')
    .where('key', 'like', `${base.replaceAll('_', '\\_')}%`)
    .execute()
  const taken = new Set(rows.map(({ key }) => key))
  let key = base
  for (let n = 2; taken.has(key); n++) key = `${base}_${n}`
  return key
}

export const presentPrompt = (row: PromptRow): AiPrompt => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  title: row.title,
  key: row.key,
  is_builtin: row.builtin_content !== null,
  is_changed:
    row.builtin_content !== null && (row.content !== row.builtin_content || row.title !== row.builtin_title),
})

export const presentPromptDetail = (row: PromptRow): AiPromptDetail => ({
  ...presentPrompt(row),
  content: row.content,
})

const fieldsOf = ({ title, content }: PromptRow) => ({ title, content })
