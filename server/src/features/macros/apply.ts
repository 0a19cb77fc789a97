import {
  type AppliedActionType,
  appliedActionTypes,
  isAppliedActionType,
  macroActionPermissions,
} from '@parley/contract/macro-actions'
import type { MacroApplied } from '@parley/contract/macros'
import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import { AppError, forbidden, fromDatabase, invalid, refused } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { lockVisible } from '../conversations/access.ts'
import { doAction } from './do-action.ts'
import { findMacro } from './read.ts'

type Wanted = { type: AppliedActionType; value: string[] }

/**
 * Does what an agent left of a macro's actions, each by the product's own verb and right. One that fails is taken back alone and named in
 * the answer; when all fail, nothing happened and the call is refused. The facts they leave carry this use of the macro as their cause.
 */
export async function applyMacro(
  tx: Tx,
  uuid: string,
  id: number,
  actions: readonly { type: string; value: string[] }[],
): Promise<MacroApplied> {
  const wanted = readActions(tx, actions)
  const found = await lockVisible(tx, uuid)
  const macro = await findMacro(tx.db, tx.actor, id)

  const inItsName = await tx.because({
    type: 'conversation.macro_applied',
    conversation: { before: found, after: found },
    data: { macro: { id, name: macro.name }, actions: wanted.map(({ type }) => type) },
  })
  const answer: MacroApplied = { message: '', applied: [], failed: [] }
  let c = found
  for (const action of wanted) {
    const done = await alone(tx, () => doAction(inItsName, c, action.type, action.value))
    if (done instanceof AppError) answer.failed.push({ type: action.type, message: done.message })
    else {
      c = done
      answer.applied.push(action.type)
    }
  }
  const reasons = answer.failed.map(({ message }) => message).join('. ')
  if (wanted.length > 0 && answer.applied.length === 0)
    throw refused(`Nothing of the macro "${macro.name}" could be done: ${reasons}`)
  await countUse(tx, id)
  answer.message = reasons
    ? `The macro "${macro.name}" was applied in part: ${reasons}`
    : `The macro "${macro.name}" was applied`
  return answer
}

/** In the order in which they do not undo each other. */
function readActions(tx: Tx, actions: readonly { type: string; value: string[] }[]): Wanted[] {
  const wanted = actions.map(({ type, value }, place): Wanted => {
    if (!isAppliedActionType(type)) throw forbidden(`Applying a macro does not do "${type}"`)
    if (!tx.actor.permissions.has(macroActionPermissions[type]))
      throw forbidden(`Your role does not allow the action "${type}" of this macro`)
    if (actions.findIndex((other) => other.type === type) !== place)
      throw invalid(`${place}.type`, `The action "${type}" is there twice`)
    if (value.length === 0) throw invalid(`${place}.value`, `The action "${type}" says nothing to set`)
    return { type, value }
  })
  return wanted.toSorted((a, b) => appliedActionTypes.indexOf(a.type) - appliedActionTypes.indexOf(b.type))
}

/** A refusal takes back what this action did, and nothing else. Whatever is not a refusal ends the whole transaction. */
async function alone(tx: Tx, work: () => Promise<ConversationRow>): Promise<ConversationRow | AppError> {
  await sql`savepoint macro_action`.execute(tx.db)
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof AppError ? error : fromDatabase(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint macro_action`.execute(tx.db)
    return refusal
  } finally {
    await sql`release savepoint macro_action`.execute(tx.db).catch(() => {}) // the transaction may have failed
  }
}

async function countUse(tx: Tx, macro_id: number): Promise<void> {
  await tx.db
    .updateTable('macros')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
    .where('id', '=', macro_id)
    .execute()
  await tx.db
    .insertInto('macro_uses')
    .values({ macro_id, agent_id: tx.actor.id, last_used_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'macro_id']).doUpdateSet({
        uses: sql`macro_uses.uses + 1`,
        last_used_at: tx.now,
      }),
    )
    .execute()
}
