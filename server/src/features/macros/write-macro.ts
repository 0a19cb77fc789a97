import type { Macro, MacroChanges, MacroWrite } from '@parley/contract/macros/macros'
import type { z } from 'zod'
import { cleanAuthoredSync } from '../../authored-html/clean-authored.ts'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { findSyntaxProblem } from '../../liquid.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { getMacro } from './macros.ts'
import { toStoredActions } from './stored-actions.ts'

const record = objectRecorder('macro')

type Values = z.output<typeof MacroWrite>
type Changes = z.output<typeof MacroChanges>

export async function createMacro(tx: Tx, values: Values): Promise<Macro> {
  const { id } = await tx.db
    .insertInto('macros')
    .values({ ...(await toColumns(tx, values)), created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const macro = await getMacro(tx.db, tx.actor, id)
  await record(tx, 'macro.created', id, changedFields(null, fieldsOf(macro)))
  return macro
}

/** Unchanged actions are not validated again, because they may refer to deleted records. */
export async function updateMacro(tx: Tx, id: number, patch: Changes): Promise<Macro> {
  await lockMacro(tx, id)
  const before = await getMacro(tx.db, tx.actor, id)
  const { actions, ...columns } = await toColumns(tx, { ...before, ...patch })
  await tx.db
    .updateTable('macros')
    .set({ ...columns, ...(patch.actions && { actions }), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  const after = await getMacro(tx.db, tx.actor, id)
  const changes = changedFields(fieldsOf(before), fieldsOf(after))
  if (Object.keys(changes).length > 0) await record(tx, 'macro.changed', id, changes)
  return after
}

export async function deleteMacro(tx: Tx, id: number): Promise<void> {
  await lockMacro(tx, id)
  const before = await getMacro(tx.db, tx.actor, id)
  await tx.db.deleteFrom('macros').where('id', '=', id).execute()
  await record(tx, 'macro.deleted', id, changedFields(fieldsOf(before), null))
}

async function toColumns(tx: Tx, values: Values) {
  return {
    name: values.name,
    message_content: await cleanTemplate(values.message_content),
    actions: json(await toStoredActions(tx.db, values.actions)),
    visible_when: [...new Set(values.visible_when)],
    ...(await getOwner(tx, values)),
  }
}

// A team macro belongs to its team and a personal one to its agent; an owner that does not fit is dropped.
async function getOwner(tx: Tx, { visibility, team_id, user_id }: Values) {
  if (visibility === 'all') return { visibility, team_id: null, agent_id: null }
  if (visibility === 'team') {
    if (team_id === null) throw invalid('team_id', 'Choose the team that this macro is for')
    const id = Number(team_id)
    const team = await tx.db.selectFrom('teams').select('id').where('id', '=', id).executeTakeFirst()
    if (!team) throw invalid('team_id', 'This team doesn’t exist')
    return { visibility, team_id: id, agent_id: null }
  }
  const id = user_id === null ? tx.actor.id : Number(user_id)
  const agent = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (!agent) throw invalid('user_id', 'This agent doesn’t exist')
  return { visibility, team_id: null, agent_id: id }
}

/** Stores sanitised HTML that is still a valid template after sanitising. */
async function cleanTemplate(html: string): Promise<string> {
  const clean = cleanAuthoredSync(html, 'message_content').content
  const problem = (await findSyntaxProblem(html)) ?? (await findSyntaxProblem(clean))
  if (problem) throw invalid('message_content', `The variables in the text can’t be filled in. ${problem}`)
  if (clean.length > 5000) throw invalid('message_content', 'The text has more than 5000 characters')
  return clean
}

export async function lockMacro(tx: Tx, id: number): Promise<void> {
  const row = await tx.db
    .selectFrom('macros')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Macro')
}

/** The fields an administrator sets, as shown in the activity log. */
const fieldsOf = ({ id, created_at, updated_at, usage_count, last_used_at, ...fields }: Macro) => ({
  ...fields,
  actions: fields.actions.map(({ type, value, display_value }) => ({
    type,
    value: display_value.length > 0 ? display_value : value,
  })),
})
