import { isDeepStrictEqual } from 'node:util'
import type { Preferences } from '@parley/contract/me'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changes.ts'
import { planDigest } from '../notifications/plan-digest.ts'
import { isLanguage } from '../settings/lang.ts'
import { lockAgent } from './lock.ts'

/** What agents choose for themselves; kept with the agent, so that every browser of theirs knows. */
export async function setPreferences(tx: Tx, chosen: Preferences): Promise<void> {
  const { language } = chosen
  if (language && !isLanguage(language))
    throw invalid('language', `The screens are not written in "${language}"`)
  const id = tx.actor.id
  const row = await lockAgent(tx, id)
  const { undo_seconds, signature, theme, language: spoken, shortcuts } = row
  const { muted_notifications, digest_hour, time_zone } = row
  const before = {
    undo_seconds,
    signature,
    theme,
    language: spoken,
    shortcuts,
    muted_notifications,
    digest_hour,
    time_zone,
  }
  // The database keeps the keys of an object in an order of its own.
  const isSame = chosen.shortcuts && isDeepStrictEqual(shortcuts, chosen.shortcuts)
  const changes = changedFields(before, { ...before, ...chosen, ...(isSame && { shortcuts }) })
  if (Object.keys(changes).length === 0) return
  const { digest_hour: _planned, ...columns } = chosen
  await tx.db
    .updateTable('agents')
    .set({
      ...columns,
      ...(chosen.shortcuts && { shortcuts: json(chosen.shortcuts) }),
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  if (changes.digest_hour || changes.time_zone)
    await planDigest(tx, { id, digest_hour, time_zone, ...chosen })
  await tx.record({ type: 'agent.preferences_changed', object: { type: 'agent', id }, changes })
}
