import type { MacroApplied } from '@parley/contract/macros'
import type { Tx } from '../../db/transact.ts'
import { refused } from '../../http/errors.ts'
import { lockVisible } from '../conversations/access.ts'
import { countUse, doActions, readActions } from './do-actions.ts'
import { findMacro } from './read.ts'

/** Does what an agent left of a macro's actions, without a message. When all of them fail, nothing happened and the call is refused. */
export async function applyMacro(
  tx: Tx,
  uuid: string,
  id: number,
  actions: readonly { type: string; value: string[] }[],
): Promise<MacroApplied> {
  const wanted = readActions(tx, actions, '')
  const c = await lockVisible(tx, uuid)
  const macro = await findMacro(tx.db, tx.actor, id)
  const { applied, failed } = await doActions(tx, c, macro, wanted)
  const reasons = failed.map(({ message }) => message).join('. ')
  if (applied.length === 0) throw refused(`Nothing of the macro "${macro.name}" could be done: ${reasons}`)
  await countUse(tx, id)
  return {
    message: reasons
      ? `The macro "${macro.name}" was applied in part: ${reasons}`
      : `The macro "${macro.name}" was applied`,
    applied: applied.map(({ type }) => type),
    failed: failed.map(({ action, message }) => ({ type: action.type, message })),
  }
}
