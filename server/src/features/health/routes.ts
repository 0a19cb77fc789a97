import { isAdministrative } from '@parley/contract/roles/permissions'
import { getHealth, getReadiness } from '@parley/contract/settings/health'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Registry } from '../../readiness.ts'

export function healthRoutes(routes: Routes, db: Db, readiness: Registry): void {
  routes.public(getHealth, () => done(sql`select 1`.execute(db)))
  routes.public(getReadiness, async (_db, { actor, reply }) => {
    const { status, parts } = await readiness.report()
    if (status === 'down') reply.code(503).header('retry-after', '5')
    return actor && maySeeParts(actor) ? { status, parts } : { status }
  })
}

/** Messages contain host names and paths, so only administrators see them. */
const maySeeParts = ({ permissions }: Actor) => [...permissions].some(isAdministrative)
