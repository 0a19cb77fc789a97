import { isIdActionType } from '@parley/contract/macro-actions'
import type { ChosenMacro, NamedMacro } from '@parley/contract/macros'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { tellRefused } from '../conversations/action-refused.ts'
import { type Action, countUse, doActions, readActions } from './do-actions.ts'
import { listMacros } from './read.ts'
import { type Names, readNames } from './stored-actions.ts'

type Named = Action & { display_value: string[] }
/** A macro of a message, checked. Also as a held reply keeps it: NamedMacro. */
export type Chosen = Omit<NamedMacro, 'actions'> & { actions: Named[] }

/** Checks the macros of a message before it is sent or held, while somebody is there to be told. One of which only the text was used may be gone. */
export async function readChosen(tx: Tx, macros: readonly ChosenMacro[]): Promise<Chosen[]> {
  if (macros.length === 0) return []
  const [known, names] = [await listMacros(tx.db, tx.actor), await readNames(tx.db)]
  return macros.flatMap(({ id, actions }, place): Chosen[] => {
    const macro = known.find((one) => one.id === id)
    if (!macro && actions.length === 0) return []
    if (!macro)
      throw invalid(
        `macros.${place}.id`,
        'A macro that you chose is gone. Leave its actions out and try again',
      )
    const wanted = readActions(tx, actions, `macros.${place}.actions.`)
    return [{ id, name: macro.name, actions: wanted.map((action) => named(action, names)) }]
  })
}

/**
 * Does what was chosen, on a conversation whose message has just been sent. What fails undoes nothing else and is named in the timeline,
 * for nobody waits for an answer. `refusal` says why nothing of it can be done.
 */
export async function applyChosen(
  tx: Tx,
  c: ConversationRow,
  macros: readonly Chosen[],
  refusal: string | null = null,
): Promise<ConversationRow> {
  let now = c
  for (const macro of macros) {
    const { conversation, failed } =
      refusal === null
        ? await doActions(tx, now, macro, macro.actions)
        : { conversation: now, failed: macro.actions.map((action) => ({ action, message: refusal })) }
    now = conversation
    await countUse(tx, macro.id)
    await tellRefused(
      tx,
      now,
      failed.map(({ action: { type, value, display_value }, message }) => ({
        macro: macro.name,
        action: type,
        what: (display_value.length > 0 ? display_value : value).join(', '),
        reason: message,
      })),
    )
  }
  return now
}

const named = (action: Action, names: Names): Named => ({
  ...action,
  display_value: isIdActionType(action.type)
    ? action.value.flatMap((id) => names[action.type as keyof Names].get(id) ?? [])
    : [],
})
