import { takesSingleId } from '@parley/contract/macros/macro-actions'
import type { ChosenMacro, NamedMacro } from '@parley/contract/macros/macros'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { recordRefusedActions } from '../conversations/record-refused-actions.ts'
import { type Action, applyActions, countMacroUse, parseActions } from './apply-actions.ts'
import { listMacros } from './macros.ts'
import { type ActionNames, loadNames } from './stored-actions.ts'

type NamedAction = Action & { display_value: string[] }
/** A macro sent along with a message, validated. A held reply stores it in the same form: NamedMacro. */
export type MessageMacro = Omit<NamedMacro, 'actions'> & { actions: NamedAction[] }

/**
 * Validates the macros of a message before it is sent or held, while the author can still see an error. A deleted macro
 * is fine if only its text was used.
 */
export async function parseMessageMacros(tx: Tx, macros: readonly ChosenMacro[]): Promise<MessageMacro[]> {
  if (macros.length === 0) return []
  const [macrosOfActor, names] = [await listMacros(tx.db, tx.actor), await loadNames(tx.db)]
  return macros.flatMap(({ id, actions }, index): MessageMacro[] => {
    const macro = macrosOfActor.find((one) => one.id === id)
    if (!macro && actions.length === 0) return []
    if (!macro)
      throw invalid(
        `macros.${index}.id`,
        'A macro you chose no longer exists. Remove its actions and try again',
      )
    const parsed = parseActions(tx, actions, `macros.${index}.actions.`)
    return [{ id, name: macro.name, actions: parsed.map((action) => withDisplayValue(action, names)) }]
  })
}

/**
 * Applies the macros of a message that was just sent. A failed action undoes nothing else and is reported in the
 * timeline, because nobody is waiting for a response. `refusal` is set if none of the actions may be applied, and says
 * why.
 */
export async function applyMessageMacros(
  tx: Tx,
  c: ConversationRow,
  macros: readonly MessageMacro[],
  refusal: string | null = null,
): Promise<ConversationRow> {
  let current = c
  for (const macro of macros) {
    const { conversation, failed } =
      refusal === null
        ? await applyActions(tx, current, macro, macro.actions)
        : { conversation: current, failed: macro.actions.map((action) => ({ action, message: refusal })) }
    current = conversation
    await countMacroUse(tx, macro.id)
    await recordRefusedActions(
      tx,
      current,
      failed.map(({ action: { type, value, display_value }, message }) => ({
        macro: macro.name,
        action: type,
        what: (display_value.length > 0 ? display_value : value).join(', '),
        reason: message,
      })),
    )
  }
  return current
}

const withDisplayValue = (action: Action, names: ActionNames): NamedAction => ({
  ...action,
  display_value: takesSingleId(action.type)
    ? action.value.flatMap((id) => names[action.type as keyof ActionNames].get(id) ?? [])
    : [],
})
