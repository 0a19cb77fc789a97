import * as contract from '@parley/contract/settings/settings'
import * as writes from '@parley/contract/settings/settings-writes'
import type { FastifyInstance } from 'fastify'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { goLive } from './go-live.ts'
import { listLanguages } from './languages.ts'
import { lockSettings } from './lock-settings.ts'
import { type ConfigSources, readGeneralSettings, readPublicConfig } from './read-config.ts'
import { sendCatalogue } from './send-catalogue.ts'
import { presentSettings, readSettings, writeSettings } from './settings.ts'
import { dismissRelease } from './version-check.ts'

export function settingsRoutes(app: FastifyInstance, routes: Routes, sources: ConfigSources): void {
  const versionedSettings = versionedResource(
    contract.getGeneralSettings,
    (tx) => lockSettings(tx),
    async (tx) => presentSettings(await readSettings(tx.db, sources)),
  )

  routes.public(contract.getConfig, (db) => readPublicConfig(db, sources))
  routes.public(contract.getGeneralSettings, (db, { actor }) => readGeneralSettings(db, actor, sources))
  routes.write(
    writes.updateGeneralSettings,
    (tx, { body }) => done(writeSettings(tx, body, sources)),
    versionedSettings,
  )
  routes.write(writes.goLive, (tx, { body }) => done(goLive(tx, body.since)))
  routes.write(contract.dismissRelease, (tx, { body }) => done(dismissRelease(tx, body.release_version)))
  routes.public(contract.listLanguages, () => listLanguages())

  // Not enveloped (docs/spec/wire.md#start-up-and-language); an unknown code returns English.
  app.get<{ Params: { code: string } }>('/api/v1/lang/:code', (request, reply) =>
    sendCatalogue(request.params.code, request, reply),
  )
}
