import * as contract from '@parley/contract/retention/retention'
import { retentionScopeRefusal } from '@parley/contract/retention/retention'
import type { Clock } from '../../clock.ts'
import { invalid } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { assertConfirmedRecently } from '../../identity/sign-in-authority.ts'
import { previewRule } from './preview-rule.ts'
import {
  confirmRule,
  createRule,
  deleteRule,
  listRules,
  presentRule,
  retentionRuleEntity,
  updateRule,
} from './retention-rules.ts'
import { listRuns, presentRun, requestDryRun } from './run-rules.ts'
import { getStorageUse } from './storage-use.ts'

const versionedRule = retentionRuleEntity.versioned(contract.getRetentionRule, async (tx, id) =>
  presentRule(await retentionRuleEntity.get(tx.db, id)),
)

export function retentionRoutes(routes: Routes, clock: Clock): void {
  routes.read(contract.listRetentionRules, async (db) => (await listRules(db)).map(presentRule))
  routes.read(contract.getRetentionRule, async (db, { params }) =>
    presentRule(await retentionRuleEntity.get(db, params.id)),
  )
  routes.write(contract.createRetentionRule, async (tx, { body }) => presentRule(await createRule(tx, body)))
  routes.write(
    contract.updateRetentionRule,
    async (tx, { params, body }) => presentRule(await updateRule(tx, params.id, body)),
    versionedRule,
  )
  routes.write(
    contract.deleteRetentionRule,
    (tx, { params }) => done(deleteRule(tx, params.id)),
    versionedRule,
  )
  routes.read(contract.previewRetention, (db, { body }) => {
    const refusal = retentionScopeRefusal(body)
    if (refusal) throw invalid('status_ids', refusal)
    return previewRule(db, body, clock.now())
  })
  routes.write(contract.confirmRetentionRule, async (tx, { params }) => {
    assertConfirmedRecently(tx.actor, tx.now)
    return presentRule(await confirmRule(tx, params.id))
  })
  routes.write(contract.dryRunRetentionRule, async (tx, { params }) =>
    presentRun(await requestDryRun(tx, params.id)),
  )
  routes.read(contract.listRetentionRuns, (db) => listRuns(db))
  routes.read(contract.getStorageUse, (db) => getStorageUse(db))
}
