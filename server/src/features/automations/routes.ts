import * as contract from '@parley/contract/automations'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { dryRun } from './dry-run.ts'
import { findRule, listRules } from './read.ts'
import { replay } from './replay.ts'
import { findRun, findRunOf, listRuns } from './runs.ts'
import { dismissTrouble, listTrouble } from './trouble.ts'
import { createRule, deleteRule, lockRule, setMode, setWeights, toggleRule, updateRule } from './write.ts'

const rule = versioned(
  contract.getRule,
  (tx, { id }) => lockRule(tx, id),
  (tx, { id }) => findRule(tx.db, id),
)

export function automationRoutes(
  routes: Routes,
  { now, root_url }: { now: () => Date; root_url: string },
): void {
  routes.read(contract.listRules, (db, { query }) => listRules(db, query.type))
  routes.read(contract.getRule, (db, { params }) => findRule(db, params.id))
  routes.write(contract.createRule, (tx, { body }) => createRule(tx, body))
  routes.write(contract.updateRule, (tx, { params, body }) => updateRule(tx, params.id, body), rule)
  routes.write(contract.toggleRule, (tx, { params }) => toggleRule(tx, params.id), rule)
  routes.write(contract.deleteRule, (tx, { params }) => done(deleteRule(tx, params.id)), rule)
  routes.write(contract.setRuleWeights, (tx, { body }) => done(setWeights(tx, body)))
  routes.write(contract.setRuleExecutionMode, (tx, { body }) => done(setMode(tx, body.type, body.mode)))
  routes.read(contract.listRuleRuns, (db, { actor, params, query }) => listRuns(db, actor, params.id, query))
  routes.read(contract.getRuleRun, (db, { actor, params }) => findRun(db, actor, params.id))
  routes.read(contract.getConversationRun, (db, { actor, params }) =>
    findRunOf(db, actor, params.uuid, params.id),
  )
  routes.act(contract.dryRunRule, (act, { actor, body }) => dryRun(act, { actor, input: body, root_url }))
  routes.read(contract.replayRule, (db, { actor, body }) =>
    replay(db, { actor, input: body, now: now(), root_url }),
  )
  routes.read(contract.listRuleTrouble, (db, { actor }) => listTrouble(db, actor, now()))
  routes.write(contract.dismissRuleTrouble, (tx) => done(dismissTrouble(tx)))
}
