import { GeneralSettings, type GeneralSettingsWrite } from '@parley/contract/settings'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import { isLanguage } from './lang.ts'

export const defaults: GeneralSettingsWrite = {
  'app.site_name': 'Parley',
  'app.lang': 'en',
  'app.max_file_upload_size': 20,
  'app.favicon_url': '',
  'app.logo_url': '',
  'app.root_url': '',
  'app.allowed_file_upload_extensions': ['*'],
  'app.timezone': 'UTC',
  'app.business_hours_id': '',
  'app.require_second_factor': false,
}

/** All general settings; keys that were never written have their default. */
export async function readSettings(
  db: Db,
  fixed: { root_url: string; version: string },
): Promise<GeneralSettings> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'like', 'app.%')
    .execute()
  const stored = Object.fromEntries(rows.map((row) => [row.key, row.value]))
  const merged = GeneralSettings.parse({
    ...defaults,
    'app.root_url': fixed.root_url,
    ...stored,
    'app.version': fixed.version,
    'app.restart_required': false,
    'app.ai': false,
    // To each agent their own: see release.ts.
    'app.update': null,
  })
  return {
    ...merged,
    'app.site_name': merged['app.site_name'] || 'Parley',
    'app.root_url': merged['app.root_url'] || fixed.root_url,
  }
}

export async function writeSettings(tx: Tx, values: Partial<GeneralSettingsWrite>): Promise<void> {
  const lang = values['app.lang']
  if (lang !== undefined && !isLanguage(lang))
    throw invalid('app.lang', `The screens are not written in "${lang}"`)
  const hours = values['app.business_hours_id']
  if (hours) await mustBeHours(tx, hours)
  const before = await tx.db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(values))
    .execute()
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    const old = before.find((row) => row.key === key)?.value ?? null
    if (JSON.stringify(old) === JSON.stringify(value)) continue
    changes[key] = [old, value]
    await tx.db
      .insertInto('settings')
      .values({ key, value: json(value), updated_at: tx.now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: json(value), updated_at: tx.now }),
      )
      .execute()
  }
  if (Object.keys(changes).length > 0)
    await tx.record({ type: 'settings.changed', object: { type: 'settings', id: null }, changes })
}

/** Until commit nobody deletes them. */
async function mustBeHours(tx: Tx, id: string): Promise<void> {
  const found = /^[1-9]\d{0,14}$/.test(id)
    ? await tx.db
        .selectFrom('business_hours')
        .select('id')
        .where('id', '=', Number(id))
        .forKeyShare()
        .executeTakeFirst()
    : undefined
  if (!found)
    throw invalid('app.business_hours_id', 'These business hours do not exist any more. Choose others')
}
