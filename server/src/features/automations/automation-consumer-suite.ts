import { afterAll, afterEach, beforeAll } from 'vitest'
import { type RuleFixture, startRuleFixture } from '../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp

export let desk: RuleFixture

export let admin: RuleFixture['admin']

export const path = '/api/v1/automations/rules'

export function setUpAutomations() {
  beforeAll(async () => {
    t = await startTestApp()
    desk = await startRuleFixture(t)
    admin = desk.admin
  })
  afterAll(() => t.stop())
  afterEach(() => desk.deleteRules())
}
