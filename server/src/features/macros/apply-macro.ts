import type { MacroApplied } from '@parley/contract/macros/macros'
import { lockVisible } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { applyActions, countMacroUse, parseActions } from './apply-actions.ts'
import { getMacro } from './macros.ts'

/**
 * Applies the macro actions the agent did not remove, without sending a message. If all of them fail, nothing changes
 * and the request is refused.
 */
export async function applyMacro(
  tx: Tx,
  uuid: string,
  id: number,
  actions: readonly { type: string; value: string[] }[],
): Promise<MacroApplied> {
  const parsedActions = parseActions(tx, actions, '')
  const c = await lockVisible(tx, uuid)
  const macro = await getMacro(tx.db, tx.actor, id)
  const { applied, failed } = await applyActions(tx, c, macro, parsedActions)
  const reasons = failed.map(({ message }) => message).join('. ')
  if (applied.length === 0)
    throw conflict(`Nothing of the macro "${macro.name}" could be applied: ${reasons}`)
  await countMacroUse(tx, id)
  return {
    message: reasons
      ? `The macro "${macro.name}" was only partly applied: ${reasons}`
      : `The macro "${macro.name}" was applied`,
    applied: applied.map(({ type }) => type),
    failed: failed.map(({ action, message }) => ({ type: action.type, message })),
  }
}
