import type { AiPromptChanges, AiPromptWrite } from '@parley/contract/ai/ai-settings'
import type { z } from 'zod'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import { type PromptRow, promptEntity } from './prompts.ts'

export async function createPrompt(tx: Tx, values: z.output<typeof AiPromptWrite>): Promise<PromptRow> {
  return promptEntity.create(tx, { ...values, key: await findFreeKey(tx, values.title) })
}

/** The key never changes: API clients use it. */
export async function updatePrompt(
  tx: Tx,
  id: number,
  changes: z.output<typeof AiPromptChanges>,
): Promise<PromptRow> {
  const before = await promptEntity.lock(tx, id)
  return promptEntity.update(tx, before, changes)
}

export async function resetPrompt(tx: Tx, id: number): Promise<PromptRow> {
  const before = await promptEntity.lock(tx, id)
  const { builtin_title: title, builtin_content: content } = before
  if (title === null || content === null) throw conflict('Only built-in prompts can be reset')
  return promptEntity.update(tx, before, { title, content })
}

export async function deletePrompt(tx: Tx, id: number): Promise<void> {
  const before = await promptEntity.lockExclusively(tx, id)
  if (before.builtin_content !== null)
    throw conflict('Built-in prompts can’t be deleted because older clients use them. Edit it instead')
  await promptEntity.delete(tx, before)
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
