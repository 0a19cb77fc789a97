import * as ofConversation from '@parley/contract/sla/conversation-sla'
import * as contract from '@parley/contract/sla/sla-policies'
import { listSlaPolicies } from '@parley/contract/sla/sla-policy'
import { simulateSla } from '@parley/contract/sla/sla-simulation'
import type { Clock } from '../../clock.ts'
import { getVisible, lockVisible } from '../../conversation-access.ts'
import { done, type Routes } from '../../http/route.ts'
import { readConversationSla } from './conversation-sla.ts'
import { applyPolicy, removePolicy } from './policies/apply-policy.ts'
import { listPolicies, policyEntity, presentPolicy } from './policies/policies.ts'
import { createPolicy, deletePolicy, updatePolicy } from './policies/write-policy.ts'
import { simulatePolicy } from './simulation/simulate.ts'

/** In ms. Our own client times out after ten seconds. */
const simulationTimeoutMs = 6_000

const policy = policyEntity.versioned(contract.getSlaPolicy, async (tx, id) =>
  presentPolicy(await policyEntity.get(tx.db, id)),
)

export function slaRoutes(routes: Routes, clock: Clock): void {
  routes.read(ofConversation.listSlaPoliciesCompact, (db) =>
    db.selectFrom('sla_policies').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  )
  routes.read(ofConversation.getConversationSla, async (db, { actor, params }) =>
    readConversationSla(db, await getVisible(db, actor, params.uuid), clock.now()),
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
  routes.read(contract.getSlaPolicy, async (db, { params }) =>
    presentPolicy(await policyEntity.get(db, params.id)),
  )
  routes.read(simulateSla, (db, { actor, body, reply }) => {
    const startedAt = performance.now()
    // Stops when the client has disconnected, and in any case before clients time out.
    const shouldContinue = () => !reply.raw.destroyed && performance.now() - startedAt < simulationTimeoutMs
    return simulatePolicy(db, actor, body, { now: clock.now(), shouldContinue })
  })
  routes.write(contract.createSlaPolicy, async (tx, { body }) => presentPolicy(await createPolicy(tx, body)))
  routes.write(
    contract.updateSlaPolicy,
    async (tx, { params, body }) => presentPolicy(await updatePolicy(tx, params.id, body)),
    policy,
  )
  routes.write(contract.deleteSlaPolicy, (tx, { params }) => done(deletePolicy(tx, params.id)), policy)
}
