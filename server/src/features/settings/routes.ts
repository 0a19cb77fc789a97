import type { OidcProvider } from '@parley/contract/auth/oidc'
import * as contract from '@parley/contract/settings/settings'
import * as writes from '@parley/contract/settings/settings-writes'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { findRelyingParty } from '../../identity/relying-party.ts'
import { listLanguages } from './languages.ts'
import { lockSettings } from './lock-settings.ts'
import { sendCatalogue } from './send-catalogue.ts'
import { presentSettings, readSettings, writeSettings } from './settings.ts'
import { dismissRelease, findNewRelease } from './version-check.ts'

/** What these routes tell about features that read the settings themselves; app.ts hands it in. */
type FromOtherFeatures = {
  isAiEnabled(db: Db): Promise<boolean>
  listSignInProviders(db: Db, root_url: string): Promise<OidcProvider[]>
}

export function settingsRoutes(
  app: FastifyInstance,
  routes: Routes,
  instance: { root_url: string; version: string },
  { isAiEnabled, listSignInProviders }: FromOtherFeatures,
): void {
  const versionedSettings = versionedResource(
    contract.getGeneralSettings,
    (tx) => lockSettings(tx),
    async (tx) => presentSettings(await readSettings(tx.db, instance)),
  )

  routes.public(contract.getConfig, async (db) => {
    const settings = await readSettings(db, instance)
    return {
      'app.lang': settings['app.lang'],
      ...(settings['app.favicon_url'] && { 'app.favicon_url': settings['app.favicon_url'] }),
      'app.logo_url': settings['app.logo_url'],
      'app.site_name': settings['app.site_name'],
      'app.sso_providers': await listSignInProviders(db, settings['app.root_url']),
      'app.passkey_origin': findRelyingParty(settings)?.origin ?? '',
    }
  })
  routes.public(contract.getGeneralSettings, async (db, { actor }) => {
    const settings = await readSettings(db, instance)
    return actor
      ? {
          ...presentSettings(settings),
          'app.update': await findNewRelease(db, actor, instance.version),
          'app.ai': await isAiEnabled(db),
        }
      : presentSettings(Object.fromEntries(contract.publicSettingKeys.map((key) => [key, settings[key]])))
  })
  routes.write(
    writes.updateGeneralSettings,
    (tx, { body }) => done(writeSettings(tx, body, instance)),
    versionedSettings,
  )
  routes.write(contract.dismissRelease, (tx, { body }) => done(dismissRelease(tx, body.release_version)))
  routes.public(contract.listLanguages, () => listLanguages())

  // Not enveloped (docs/spec/wire.md#start-up-and-language); an unknown code returns English.
  app.get<{ Params: { code: string } }>('/api/v1/lang/:code', (request, reply) =>
    sendCatalogue(request.params.code, request, reply),
  )
}
