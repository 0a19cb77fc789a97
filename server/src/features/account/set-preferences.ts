import type { Preferences } from '@parley/contract/account/me'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { lockAgent } from '../agents/lock-agent.ts'
import { scheduleDigest } from '../notifications/digest/schedule-digest.ts'
import { isSupportedLanguage } from '../settings/languages.ts'

/** Personal preferences, stored with the agent so that all their browsers share them. */
export async function setPreferences(tx: Tx, preferences: Preferences): Promise<void> {
  const { language } = preferences
  if (language && !isSupportedLanguage(language))
    throw invalid('language', `There’s no translation for "${language}"`)
  const id = tx.actor.id
  const row = await lockAgent(tx, id)
  const { undo_seconds, signature, theme, language: currentLanguage, shortcuts } = row
  const { muted_channels, quiet_hours, notification_sound, push_preview, follow_mentions } = row
  const { muted_notifications, digest_hour, time_zone, after_action, open_on_move, assign_on_reply } = row
  const { muted_checks } = row
  const before = {
    undo_seconds,
    signature,
    theme,
    language: currentLanguage,
    shortcuts,
    muted_notifications,
    digest_hour,
    time_zone,
    muted_channels,
    quiet_hours,
    notification_sound,
    push_preview,
    follow_mentions,
    after_action,
    open_on_move,
    assign_on_reply,
    muted_checks,
  }
  const changes = changedFields(before, { ...before, ...preferences })
  if (Object.keys(changes).length === 0) return
  const { digest_hour: _planned, quiet_hours: quiet, ...columns } = preferences
  await tx.db
    .updateTable('agents')
    .set({
      ...columns,
      ...(preferences.shortcuts && { shortcuts: json(preferences.shortcuts) }),
      ...(quiet !== undefined && { quiet_hours: quiet && json(quiet) }),
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  if (changes.digest_hour || changes.time_zone)
    await scheduleDigest(tx, { id, digest_hour, time_zone, ...preferences })
  await tx.record({ type: 'agent.preferences_changed', object: { type: 'agent', id }, changes })
}
