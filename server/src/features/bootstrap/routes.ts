import { type Bootstrap, getBootstrap } from '@parley/contract/account/bootstrap'
import { listViews as listViewsEndpoint } from '@parley/contract/views/shared-views'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Routes } from '../../http/route.ts'
import { writeCursor } from '../../realtime/frames.ts'
import { getEndPosition } from '../../spine/read-events.ts'
import { getAgentById, listAgentsCompact } from '../agents/agents.ts'
import { type ConfigSources, readGeneralSettings, readPublicConfig } from '../settings/read-config.ts'
import { listStatuses, presentStatus } from '../statuses/statuses.ts'
import { listViews, presentAnyView } from '../views/views.ts'

export function bootstrapRoutes(routes: Routes, epoch: string, sources: ConfigSources): void {
  routes.read(getBootstrap, (db, { actor }) => loadBootstrap(db, actor, epoch, sources))
}

async function loadBootstrap(
  db: Db,
  actor: Actor,
  epoch: string,
  sources: ConfigSources,
): Promise<Bootstrap> {
  // First: a change while the rest is read is pushed again, instead of being missed.
  const cursor = writeCursor(epoch, await getEndPosition(db))
  const mayListViews = actor.permissions.has(listViewsEndpoint.access as 'conversations:read') // it names a permission
  const [me, config, settings, statuses, agents, views] = await Promise.all([
    getAgentById(db, actor.id),
    readPublicConfig(db, sources),
    readGeneralSettings(db, actor, sources),
    listStatuses(db),
    listAgentsCompact(db),
    mayListViews ? listViews(db, actor) : null,
  ])
  return {
    cursor,
    me: { ...me, owes_second_factor: false },
    config,
    settings,
    statuses: statuses.map(presentStatus),
    agents,
    ...(views && { views: views.map(presentAnyView) }),
  }
}
