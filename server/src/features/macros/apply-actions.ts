import {
  type AppliedActionType,
  appliedActionTypes,
  isAppliedActionType,
  macroActionPermissions,
} from '@parley/contract/macros/macro-actions'
import { sql } from 'kysely'
import { withSavepoint } from '../../db/savepoint.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError, forbidden, invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { applyAction } from '../conversations/apply-action.ts'

export type Action = { type: AppliedActionType; value: string[] }
type Outcome<A> = { conversation: ConversationRow; applied: A[]; failed: { action: A; message: string }[] }

/**
 * Validates actions and sorts them so that they do not undo each other. Refuses unknown types, types the actor may not
 * apply, and duplicates.
 */
export function parseActions(
  tx: Tx,
  actions: readonly { type: string; value: string[] }[],
  path: string,
): Action[] {
  const parsed = actions.map(({ type, value }, index): Action => {
    if (!isAppliedActionType(type)) throw forbidden(`Macros can’t apply "${type}"`)
    assertActionAllowed(tx, type)
    if (actions.findIndex((other) => other.type === type) !== index)
      throw invalid(`${path}${index}.type`, `The action "${type}" is used twice`)
    if (value.length === 0) throw invalid(`${path}${index}.value`, `The action "${type}" has no value`)
    return { type, value }
  })
  return parsed.toSorted((a, b) => appliedActionTypes.indexOf(a.type) - appliedActionTypes.indexOf(b.type))
}

/**
 * Applies a macro's actions to a locked conversation through the normal verbs, with the actor's permissions at this
 * moment. A failed action is rolled back alone and reported. The events have this macro use as their cause.
 */
export async function applyActions<A extends Action>(
  tx: Tx,
  c: ConversationRow,
  macro: { id: number; name: string },
  actions: readonly A[],
): Promise<Outcome<A>> {
  const asMacro = await tx.recordAsCause({
    type: 'conversation.macro_applied',
    conversation: { before: c, after: c },
    data: { macro: { id: macro.id, name: macro.name }, actions: actions.map(({ type }) => type) },
  })
  const outcome: Outcome<A> = { conversation: c, applied: [], failed: [] }
  for (const action of actions) {
    const result = await withSavepoint(tx, async () => {
      assertActionAllowed(tx, action.type)
      return applyAction(asMacro, outcome.conversation, action.type, action.value)
    })
    if (result instanceof AppError) outcome.failed.push({ action, message: result.message })
    else {
      outcome.conversation = result
      outcome.applied.push(action)
    }
  }
  return outcome
}

/** Counts one more use by this actor. Does nothing if the macro is gone. */
export async function countMacroUse(tx: Tx, macro_id: number): Promise<void> {
  const updated = await tx.db
    .updateTable('macros')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
    .where('id', '=', macro_id)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return
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

function assertActionAllowed(tx: Tx, type: AppliedActionType): void {
  if (!tx.actor.permissions.has(macroActionPermissions[type]))
    throw forbidden(`Your role doesn’t allow the action "${type}" of this macro`)
}
