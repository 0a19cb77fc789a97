import type { Macro, MacroChanges, MacroWrite } from '@parley/contract/macros/macros'
import type { z } from 'zod'
import { cleanAuthoredSync } from '../../authored-html/clean-authored.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { findSyntaxProblem } from '../../liquid.ts'
import { getMacro, macroEntity } from './macros.ts'
import { toStoredActions } from './stored-actions.ts'

type Values = z.output<typeof MacroWrite>

export async function createMacro(tx: Tx, values: Values): Promise<Macro> {
  const { id } = await macroEntity.create(tx, {
    ...(await toColumns(tx, values)),
    actions: await toStoredActions(tx.db, values.actions),
  })
  return getMacro(tx.db, tx.actor, id)
}

/** Unchanged actions are not validated again, because they may refer to deleted records. */
export async function updateMacro(
  tx: Tx,
  id: number,
  changes: z.output<typeof MacroChanges>,
): Promise<Macro> {
  const before = await macroEntity.lock(tx, id)
  const merged = { ...(await getMacro(tx.db, tx.actor, id)), ...changes }
  await macroEntity.update(tx, before, {
    ...(await toColumns(tx, merged)),
    ...(changes.actions && { actions: await toStoredActions(tx.db, changes.actions) }),
  })
  return getMacro(tx.db, tx.actor, id)
}

export async function deleteMacro(tx: Tx, id: number): Promise<void> {
  const before = await macroEntity.lockExclusively(tx, id)
  await macroEntity.delete(tx, before)
}

async function toColumns(tx: Tx, values: Omit<Values, 'actions'>) {
  return {
    name: values.name,
    message_content: await cleanTemplate(values.message_content),
    visible_when: [...new Set(values.visible_when)],
    ...(await getOwner(tx, values)),
  }
}

// A team macro belongs to its team and a personal one to its agent; an owner that does not fit is dropped.
async function getOwner(tx: Tx, { visibility, team_id, user_id }: Omit<Values, 'actions'>) {
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
