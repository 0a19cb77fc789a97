import {
  isAppliedActionType,
  isMacroActionType,
  type singleIdActionTypes,
  takesSingleId,
} from '@parley/contract/macros/macro-actions'
import type { MacroAction } from '@parley/contract/macros/macros'
import { cleanAuthoredSync } from '../../authored-html/clean-authored.ts'
import type { Db } from '../../db/pool.ts'
import { invalid } from '../../http/errors.ts'
import { snoozedStatusId } from '../statuses/default-status-ids.ts'

/** An action as stored: tags by id, so that a renamed tag stays in its macros. */
export type StoredAction = { type: string; value: string[] }

/**
 * Validates the actions of a macro before saving: known types, each once, existing targets, and not Snoozed, which
 * needs a time.
 */
export async function toStoredActions(
  db: Db,
  actions: readonly { type: string; value: string[] }[],
): Promise<StoredAction[]> {
  const names = await loadNames(db)
  return actions.map(({ type, value }, index) => {
    const path = `actions.${index}`
    if (!isMacroActionType(type)) throw invalid(`${path}.type`, `Macros can’t use "${type}"`)
    if (actions.findIndex((other) => other.type === type) !== index)
      throw invalid(`${path}.type`, `The action "${type}" is used twice. Keep one of them`)
    if (takesSingleId(type)) return { type, value: [getSingleId(names, type, value, `${path}.value`)] }
    if (!isAppliedActionType(type))
      return { type, value: value.map((html) => cleanAuthoredSync(html, `${path}.value`).content) }
    return { type, value: value.map((name) => getTagId(names.tags, name, `${path}.value`)) }
  })
}

function getSingleId(
  names: ActionNames,
  type: (typeof singleIdActionTypes)[number],
  [id = '', ...more]: string[],
  path: string,
): string {
  if (more.length > 0) throw invalid(path, `The action "${type}" needs exactly one id`)
  if (!names[type].has(id)) throw invalid(path, `The action "${type}" names "${id}", which doesn’t exist`)
  if (type === 'set_status' && id === String(snoozedStatusId))
    throw invalid(path, 'Macros can’t set a snoozed status, because they have no snooze time')
  return id
}

/** The same actions as the API returns them. A deleted target has no name; deleted tags are left out. */
export const presentActions = (names: ActionNames, stored: readonly StoredAction[]): MacroAction[] =>
  stored.map(({ type, value }) => {
    if (takesSingleId(type))
      return { type, value, display_value: value.flatMap((id) => names[type].get(id) ?? []) }
    if (!isAppliedActionType(type)) return { type, value, display_value: [] }
    return { type, value: value.flatMap((id) => names.tags.get(id) ?? []), display_value: [] }
  })

export type ActionNames = Awaited<ReturnType<typeof loadNames>>

/** The names of everything actions can refer to, by id. */
export async function loadNames(db: Db) {
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .execute()
  const namesFrom = async (table: 'teams' | 'statuses' | 'priorities' | 'tags') =>
    namesById(await db.selectFrom(table).select(['id', 'name']).execute())
  return {
    assign_user: namesById(agents.map((a) => ({ id: a.id, name: `${a.first_name} ${a.last_name}`.trim() }))),
    assign_team: await namesFrom('teams'),
    set_status: await namesFrom('statuses'),
    set_priority: await namesFrom('priorities'),
    move_inbox: namesById(
      await db.selectFrom('inboxes').select(['id', 'name']).where('deleted_at', 'is', null).execute(),
    ),
    tags: await namesFrom('tags'),
  }
}

const namesById = (rows: { id: number; name: string }[]) =>
  new Map(rows.map((row) => [String(row.id), row.name]))

function getTagId(tags: Map<string, string>, name: string, path: string): string {
  const normalized = name.trim().toLowerCase()
  for (const [id, tagName] of tags) if (tagName.toLowerCase() === normalized) return id
  throw invalid(path, `There is no tag "${name}"`)
}
