import type { AiPrompt, AiPromptDetail } from '@parley/contract/ai/ai-settings'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { Entity, presentTimes } from '../../../entities/entity.ts'

export type PromptRow = Selectable<DB['ai_prompts']>

export const promptEntity = new Entity({
  table: 'ai_prompts',
  type: 'ai_prompt',
  name: 'Prompt',
  fields: ({ title, content }) => ({ title, content }),
})

export const listPrompts = (db: Db): Promise<PromptRow[]> =>
  db
    .selectFrom('ai_prompts')
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['title']))
    .execute()

export const findPrompt = (db: Db, key: string): Promise<PromptRow | undefined> =>
  db.selectFrom('ai_prompts').selectAll().where('key', '=', key).executeTakeFirst()

export const presentPrompt = (row: PromptRow): AiPrompt => ({
  id: row.id,
  ...presentTimes(row),
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
