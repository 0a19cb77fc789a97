import { GeneralSettings } from '@parley/contract/settings/settings'
import {
  defaultSessionLifetime_days,
  type GeneralSettingsWrite,
  type SignInSettingKey,
  signInSettingKeys,
} from '@parley/contract/settings/settings-writes'
import { safeImageUrl } from '@parley/contract/shared/image-url'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { addOwnOrigin, ownOrigins } from '../../http/pages/own-origins.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import { notifyAdministrators } from '../../system-mail/security-notices.ts'
import { isSupportedLanguage } from './languages.ts'
import { lockSettings } from './lock-settings.ts'

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
  'app.max_writes_per_minute': 300,
  'app.spam_filter': 'move',
  'app.session_lifetime_days': defaultSessionLifetime_days,
}

/** All general settings; unset keys have their default. */
export async function readSettings(
  db: Db,
  instance: { root_url: string; version: string },
): Promise<GeneralSettings> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'like', 'app.%')
    .execute()
  const stored = Object.fromEntries(rows.map((row) => [row.key, row.value]))
  const merged = GeneralSettings.parse({
    ...defaults,
    'app.root_url': instance.root_url,
    ...stored,
    'app.version': instance.version,
    'app.restart_required': false,
    'app.ai': false,
    // Differs per agent: see version-check.ts.
    'app.update': null,
  })
  return {
    ...merged,
    'app.site_name': merged['app.site_name'] || 'Parley',
    'app.root_url': merged['app.root_url'] || instance.root_url,
  }
}

/** As clients receive them: an empty favicon is left out (see PublicConfig). */
export function presentSettings<Settings extends Partial<GeneralSettings>>(settings: Settings): Settings {
  const { 'app.favicon_url': favicon, ...rest } = settings
  return favicon ? settings : (rest as Settings) // the key is optional
}

/** `root_url` applies while none is stored. */
export async function writeSettings(
  tx: Tx,
  input: Partial<GeneralSettingsWrite>,
  { root_url }: { root_url: string } = { root_url: '' },
): Promise<void> {
  await lockSettings(tx)
  const values = { ...input, ...(await toSafePictures(tx.db, input, root_url)) }
  await assertReferencesExist(tx, values)
  if (Object.keys(values).length === 0) return
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
    if (isSignInKey(key) && !(await authoriseSignInChange(tx, key, [old, value], root_url))) continue
    changes[key] = [old, value]
    if (key === 'app.root_url') addOwnOrigin(String(value))
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

async function assertReferencesExist(
  tx: Tx,
  { 'app.lang': lang, 'app.business_hours_id': hours }: Partial<GeneralSettingsWrite>,
): Promise<void> {
  if (lang !== undefined && !isSupportedLanguage(lang))
    throw invalid('app.lang', `There’s no translation for "${lang}"`)
  if (hours) await assertBusinessHoursExist(tx, hours)
}

const isSignInKey = (key: string): key is SignInSettingKey =>
  (signInSettingKeys as readonly string[]).includes(key)

/** False if the value is already in effect: a form sends current values along with changed ones. */
async function authoriseSignInChange(
  tx: Tx,
  key: SignInSettingKey,
  [old, value]: [unknown, unknown],
  root_url: string,
): Promise<boolean> {
  const effective = (it: unknown) => it || (key === 'app.root_url' ? root_url : (defaults[key] ?? null))
  if (effective(old) === effective(value)) return false
  assertSignInAuthority(tx.actor, tx.now)
  await notifyAdministrators(tx, { kind: signInChanges[key] })
  return true
}

const signInChanges = {
  'app.root_url': 'root_url_changed',
  'app.require_second_factor': 'second_factor_rule_changed',
  'app.session_lifetime_days': 'session_lifetime_changed',
} as const satisfies Record<SignInSettingKey, string>

/** A full URL of this site is stored as the path of its upload; other URLs are rejected. */
async function toSafePictures(db: Db, values: Partial<GeneralSettingsWrite>, root_url: string) {
  const current = (await readSettings(db, { root_url, version: '' }))['app.root_url']
  const pictures: Partial<GeneralSettingsWrite> = {}
  for (const key of ['app.logo_url', 'app.favicon_url'] as const) {
    const address = values[key]
    if (!address) continue
    const safe = safeImageUrl(address, [...ownOrigins(), root_url, current, values['app.root_url'] ?? ''])
    if (safe === null)
      throw invalid(key, 'Only pictures uploaded to this workspace can be used. Upload it, or enter another')
    pictures[key] = safe
  }
  return pictures
}

/** The lock keeps them from being deleted before commit. */
async function assertBusinessHoursExist(tx: Tx, id: string): Promise<void> {
  const businessHours = /^[1-9]\d{0,14}$/.test(id)
    ? await tx.db
        .selectFrom('business_hours')
        .select('id')
        .where('id', '=', Number(id))
        .forKeyShare()
        .executeTakeFirst()
    : undefined
  if (!businessHours)
    throw invalid('app.business_hours_id', 'These business hours no longer exist. Choose others')
}
