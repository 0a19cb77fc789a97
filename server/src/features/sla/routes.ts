import * as ofConversation from '@parley/contract/conversation-sla'
import { listSlaPolicies } from '@parley/contract/lookups'
import * as contract from '@parley/contract/sla'
import { simulateSla } from '@parley/contract/sla-simulation'
import type { Clock } from '../../clock.ts'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { findVisible, lockVisible } from '../conversations/access.ts'
import { applyPolicy, removePolicy } from './apply.ts'
import { getPolicy, listPolicies, presentPolicy } from './get.ts'
import { simulate } from './simulation/simulate.ts'
import { readStanding } from './standing.ts'
import { createPolicy, deletePolicy, lockPolicy, updatePolicy } from './write.ts'

/** In ms; our own client gives up after ten seconds. */
const patience = 6_000

const policy = versioned(
  contract.getSlaPolicy,
  (tx, { id }) => lockPolicy(tx, id),
  async (tx, { id }) => presentPolicy(await getPolicy(tx.db, id)),
)

export function slaRoutes(routes: Routes, clock: Clock): void {
  routes.read(ofConversation.listSlaPoliciesCompact, (db) =>
    db.selectFrom('sla_policies').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  )
  routes.read(ofConversation.getConversationSla, async (db, { actor, params }) =>
    readStanding(db, await findVisible(db, actor, params.uuid), clock.now()),
  )
  routes.write(ofConversation.setConversationSla, async (tx, { params, body }) => {
    const c = await lockVisible(tx, params.uuid)
    return done(
      body.sla_policy_id === null
        ? removePolicy(tx, c, 'hand')
        : applyPolicy(tx, c, body.sla_policy_id, 'hand'),
    )
  })
  routes.read(listSlaPolicies, async (db) => (await listPolicies(db)).map(presentPolicy))
  routes.read(contract.getSlaPolicy, async (db, { params }) => presentPolicy(await getPolicy(db, params.id)))
  routes.read(simulateSla, (db, { actor, body, reply }) => {
    const began = performance.now()
    // Whoever cancelled waits for nothing, and nobody for longer than clients wait for an answer.
    const isWanted = () => !reply.raw.destroyed && performance.now() - began < patience
    return simulate(db, actor, body, { now: clock.now(), isWanted })
  })
  routes.write(contract.createSlaPolicy, async (tx, { body }) => presentPolicy(await createPolicy(tx, body)))
  routes.write(
    contract.updateSlaPolicy,
    async (tx, { params, body }) => presentPolicy(await updatePolicy(tx, params.id, body)),
    policy,
  )
  routes.write(contract.deleteSlaPolicy, (tx, { params }) => done(deletePolicy(tx, params.id)), policy)
}
