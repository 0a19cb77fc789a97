import { isDeepStrictEqual } from 'node:util'
import type { Preferences } from '@parley/contract/me'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changes.ts'
import { isLanguage } from '../settings/lang.ts'
import { lockAgent } from './lock.ts'

/** What agents choose for themselves; kept with the agent, so that every browser of theirs knows. */
export async function setPreferences(tx: Tx, chosen: Preferences): Promise<void> {
  const { language } = chosen
  if (language && !isLanguage(language))
    throw invalid('language', `The screens are not written in "${language}"`)
  const id = tx.actor.id
  const { undo_seconds, signature, theme, language: spoken, shortcuts } = await lockAgent(tx, id)
  const before = { undo_seconds, signature, theme, language: spoken, shortcuts }
  // The database keeps the keys of an object in an order of its own.
  const isSame = chosen.shortcuts && isDeepStrictEqual(shortcuts, chosen.shortcuts)
  const changes = changedFields(before, { ...before, ...chosen, ...(isSame && { shortcuts }) })
  if (Object.keys(changes).length === 0) return
  await tx.db
    .updateTable('agents')
    .set({
      ...chosen,
      ...(chosen.shortcuts && { shortcuts: json(chosen.shortcuts) }),
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  await tx.record({ type: 'agent.preferences_changed', object: { type: 'agent', id }, changes })
}
