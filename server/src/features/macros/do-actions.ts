import {
  type AppliedActionType,
  appliedActionTypes,
  isAppliedActionType,
  macroActionPermissions,
} from '@parley/contract/macro-actions'
import { sql } from 'kysely'
import { attempt } from '../../db/attempt.ts'
import type { Tx } from '../../db/transact.ts'
import { AppError, forbidden, invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { doAction } from '../conversations/do-action.ts'

export type Action = { type: AppliedActionType; value: string[] }
type Outcome<A> = { conversation: ConversationRow; applied: A[]; failed: { action: A; message: string }[] }

/** Refuses what no macro does, what the actor may not do, and what is there twice; then in the order in which they do not undo each other. */
export function readActions(
  tx: Tx,
  actions: readonly { type: string; value: string[] }[],
  path: string,
): Action[] {
  const wanted = actions.map(({ type, value }, place): Action => {
    if (!isAppliedActionType(type)) throw forbidden(`Applying a macro does not do "${type}"`)
    mustBeAllowed(tx, type)
    if (actions.findIndex((other) => other.type === type) !== place)
      throw invalid(`${path}${place}.type`, `The action "${type}" is there twice`)
    if (value.length === 0) throw invalid(`${path}${place}.value`, `The action "${type}" says nothing to set`)
    return { type, value }
  })
  return wanted.toSorted((a, b) => appliedActionTypes.indexOf(a.type) - appliedActionTypes.indexOf(b.type))
}

/**
 * Does a macro's actions on a locked conversation, each by the product's own verb and the actor's right at this instant. One that fails is
 * taken back alone and named. The facts they leave carry this use of the macro as their cause.
 */
export async function doActions<A extends Action>(
  tx: Tx,
  c: ConversationRow,
  macro: { id: number; name: string },
  actions: readonly A[],
): Promise<Outcome<A>> {
  const inItsName = await tx.because({
    type: 'conversation.macro_applied',
    conversation: { before: c, after: c },
    data: { macro: { id: macro.id, name: macro.name }, actions: actions.map(({ type }) => type) },
  })
  const outcome: Outcome<A> = { conversation: c, applied: [], failed: [] }
  for (const action of actions) {
    const done = await attempt(tx, async () => {
      mustBeAllowed(tx, action.type)
      return doAction(inItsName, outcome.conversation, action.type, action.value)
    })
    if (done instanceof AppError) outcome.failed.push({ action, message: done.message })
    else {
      outcome.conversation = done
      outcome.applied.push(action)
    }
  }
  return outcome
}

/** One more use, by this actor. A macro that is gone counts nothing. */
export async function countUse(tx: Tx, macro_id: number): Promise<void> {
  const counted = await tx.db
    .updateTable('macros')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
    .where('id', '=', macro_id)
    .returning('id')
    .executeTakeFirst()
  if (!counted) return
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

function mustBeAllowed(tx: Tx, type: AppliedActionType): void {
  if (!tx.actor.permissions.has(macroActionPermissions[type]))
    throw forbidden(`Your role does not allow the action "${type}" of this macro`)
}
