import { isMacroAvailableTo } from '@parley/contract/macros/macro-availability'
import type { Macro } from '@parley/contract/macros/macros'
import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { notFound } from '../../http/errors.ts'
import { type ActionNames, loadNames, presentActions, type StoredAction } from './stored-actions.ts'

type MacroRow = Selectable<DB['macros']>
type MacroWithUse = MacroRow & { last_used_at: Date | null }

export const macroEntity = new Entity({
  table: 'macros',
  type: 'macro',
  name: 'Macro',
  fields: async ({ name, message_content, visible_when, visibility, ...row }, db) => ({
    name,
    message_content,
    visible_when,
    visibility,
    ...presentOwner(row),
    actions: presentActions(await loadNames(db), parseActions(row)).map(({ type, value, display_value }) => ({
      type,
      value: display_value.length > 0 ? display_value : value,
    })),
  }),
  json_columns: ['actions'],
})

/**
 * The macros the actor can use, last changed first. Users who manage macros see all of them, so that none is lost with
 * its owner.
 */
export async function listMacros(db: Db, actor: Actor): Promise<Macro[]> {
  const rows = await selectMacros(db, actor).orderBy('m.updated_at', 'desc').orderBy('m.id', 'desc').execute()
  const names = await loadNames(db)
  return rows.map((row) => presentMacro(row, names)).filter((macro) => maySeeMacro(actor, macro))
}

/** A macro that the actor may see; 404 otherwise. */
export async function getMacro(db: Db, actor: Actor, id: number): Promise<Macro> {
  const row = await selectMacros(db, actor).where('m.id', '=', id).executeTakeFirst()
  const macro = row && presentMacro(row, await loadNames(db))
  if (!macro || !maySeeMacro(actor, macro)) throw notFound('Macro')
  return macro
}

const maySeeMacro = (actor: Actor, macro: Macro) =>
  actor.permissions.has('macros:manage') || isMacroAvailableTo(actor, macro)

const selectMacros = (db: Db, actor: Actor) =>
  db
    .selectFrom('macros as m')
    .leftJoin('macro_uses as u', (join) =>
      join.onRef('u.macro_id', '=', 'm.id').on('u.agent_id', '=', actor.id),
    )
    .selectAll('m')
    .select('u.last_used_at')

const presentMacro = (
  { agent_id, team_id, actions, visible_when, last_used_at, ...row }: MacroWithUse,
  names: ActionNames,
): Macro => ({
  ...row,
  ...presentTimes(row),
  last_used_at: last_used_at?.toISOString() ?? null,
  actions: presentActions(names, parseActions({ actions })),
  visible_when: visible_when as Macro['visible_when'], // written from the contract's type
  ...presentOwner({ agent_id, team_id }),
})

const presentOwner = ({ agent_id, team_id }: Pick<MacroRow, 'agent_id' | 'team_id'>) => ({
  user_id: agent_id === null ? null : String(agent_id),
  team_id: team_id === null ? null : String(team_id),
})

const parseActions = ({ actions }: Pick<MacroRow, 'actions'>) => actions as StoredAction[] // written by toStoredActions
