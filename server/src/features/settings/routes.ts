import * as contract from '@parley/contract/settings'
import * as writes from '@parley/contract/settings-writes'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '../../files/store.ts'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { isAiOn } from '../ai/providers.ts'
import { relyingParty } from '../auth/relying-party.ts'
import { listEnabledProviders, presentProvider } from '../oidc/providers.ts'
import { uploadBrandPicture } from './brand-picture.ts'
import { catalogue, listLanguages } from './lang.ts'
import { lockSettings } from './lock.ts'
import { dismissRelease, readRelease } from './release.ts'
import { presentSettings, readSettings, writeSettings } from './settings.ts'

export function settingsRoutes(
  app: FastifyInstance,
  routes: Routes,
  fixed: { root_url: string; version: string },
  images: { files: FileStore; sandbox: Sandbox },
): void {
  const general = versioned(
    contract.getGeneralSettings,
    (tx) => lockSettings(tx),
    async (tx) => presentSettings(await readSettings(tx.db, fixed)),
  )

  routes.open(contract.getConfig, async (db) => {
    const settings = await readSettings(db, fixed)
    return {
      'app.lang': settings['app.lang'],
      ...(settings['app.favicon_url'] && { 'app.favicon_url': settings['app.favicon_url'] }),
      'app.logo_url': settings['app.logo_url'],
      'app.site_name': settings['app.site_name'],
      'app.sso_providers': (await listEnabledProviders(db)).map((row) =>
        presentProvider(row, settings['app.root_url']),
      ),
      'app.passkey_origin': relyingParty(settings)?.origin ?? '',
    }
  })
  routes.open(contract.getGeneralSettings, async (db, { actor }) => {
    const settings = await readSettings(db, fixed)
    return actor
      ? {
          ...presentSettings(settings),
          'app.update': await readRelease(db, actor, fixed.version),
          'app.ai': await isAiOn(db),
        }
      : presentSettings(Object.fromEntries(contract.publicSettingKeys.map((key) => [key, settings[key]])))
  })
  routes.write(writes.updateGeneralSettings, (tx, { body }) => done(writeSettings(tx, body, fixed)), general)
  routes.write(contract.dismissRelease, (tx, { body }) => done(dismissRelease(tx, body.release_version)))
  routes.act(writes.uploadBrandPicture, (act, { actor, request }) =>
    uploadBrandPicture({ act, actor, ...images }, request),
  )
  routes.open(contract.listLanguages, () => listLanguages())

  // Not enveloped (api-contract 4.1); an unknown code answers English.
  app.get<{ Params: { code: string } }>('/api/v1/lang/:code', async (request, reply) =>
    reply.header('cache-control', 'no-cache').send(await catalogue(request.params.code)),
  )
}
