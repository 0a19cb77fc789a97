import type { OidcProvider } from '@parley/contract/auth/oidc'
import {
  type GeneralSettings,
  type PublicConfig,
  publicSettingKeys,
} from '@parley/contract/settings/settings'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { findRelyingParty } from '../../identity/relying-party.ts'
import { presentSettings, readSettings } from './settings.ts'
import { findNewRelease } from './version-check.ts'

/** What settings tell about this server, and about features that read the settings themselves; app.ts hands it in. */
export type ConfigSources = {
  root_url: string
  version: string
  isAiEnabled(db: Db): Promise<boolean>
  listSignInProviders(db: Db, root_url: string): Promise<OidcProvider[]>
}

export async function readPublicConfig(db: Db, sources: ConfigSources): Promise<PublicConfig> {
  const settings = await readSettings(db, sources)
  return {
    'app.lang': settings['app.lang'],
    ...(settings['app.favicon_url'] && { 'app.favicon_url': settings['app.favicon_url'] }),
    'app.logo_url': settings['app.logo_url'],
    'app.site_name': settings['app.site_name'],
    'app.sso_providers': await sources.listSignInProviders(db, settings['app.root_url']),
    'app.passkey_origin': findRelyingParty(settings)?.origin ?? '',
  }
}

/** Without an actor, the public keys only. */
export async function readGeneralSettings(
  db: Db,
  actor: Actor | null,
  sources: ConfigSources,
): Promise<Partial<GeneralSettings>> {
  const settings = await readSettings(db, sources)
  return actor
    ? {
        ...presentSettings(settings),
        'app.update': await findNewRelease(db, actor, sources.version),
        'app.ai': await sources.isAiEnabled(db),
      }
    : presentSettings(Object.fromEntries(publicSettingKeys.map((key) => [key, settings[key]])))
}
