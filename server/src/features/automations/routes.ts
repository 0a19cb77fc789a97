import * as contract from '@parley/contract/automations/automations'
import { done, type Routes } from '../../http/route.ts'
import { getConversationRun, getRun, listRuns } from './log/read-runs.ts'
import { dismissTrouble, listTrouble } from './log/rule-trouble.ts'
import { dryRun } from './preview/dry-run.ts'
import { replayRuleOnHistory } from './preview/replay.ts'
import { getRule, listRules, ruleEntity } from './rules/rules.ts'
import {
  createRule,
  deleteRule,
  setExecutionMode,
  setWeights,
  toggleRule,
  updateRule,
} from './rules/write-rule.ts'

const rule = ruleEntity.versioned(contract.getRule, (tx, id) => getRule(tx.db, id))

export function automationRoutes(
  routes: Routes,
  { now, root_url }: { now: () => Date; root_url: string },
): void {
  routes.read(contract.listRules, (db, { query }) => listRules(db, query.type))
  routes.read(contract.getRule, (db, { params }) => getRule(db, params.id))
  routes.write(contract.createRule, (tx, { body }) => createRule(tx, body))
  routes.write(contract.updateRule, (tx, { params, body }) => updateRule(tx, params.id, body), rule)
  routes.write(contract.toggleRule, (tx, { params }) => toggleRule(tx, params.id), rule)
  routes.write(contract.deleteRule, (tx, { params }) => done(deleteRule(tx, params.id)), rule)
  routes.write(contract.setRuleWeights, (tx, { body }) => done(setWeights(tx, body)))
  routes.write(contract.setRuleExecutionMode, (tx, { body }) =>
    done(setExecutionMode(tx, body.type, body.mode)),
  )
  routes.read(contract.listRuleRuns, (db, { actor, params, query }) => listRuns(db, actor, params.id, query))
  routes.read(contract.getRuleRun, (db, { actor, params }) => getRun(db, actor, params.id))
  routes.read(contract.getConversationRun, (db, { actor, params }) =>
    getConversationRun(db, actor, params.uuid, params.id),
  )
  routes.act(contract.dryRunRule, (act, { actor, body }) => dryRun(act, { actor, input: body, root_url }))
  routes.read(contract.replayRule, (db, { actor, body }) =>
    replayRuleOnHistory(db, { actor, input: body, now: now(), root_url }),
  )
  routes.read(contract.listRuleTrouble, (db, { actor }) => listTrouble(db, actor, now()))
  routes.write(contract.dismissRuleTrouble, (tx) => done(dismissTrouble(tx)))
}
