import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { failureLine, type SuiteReport } from './test-reports.ts'

/**
 * A Vitest reporter in addition to the default one: writes a `SuiteReport` to the file in SUITE_REPORT. Unfinished tests count as failed.
 * When a worker process dies, Vitest's own report has neither its tests nor the reason.
 */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.SUITE_REPORT
    if (file) writeFileSync(file, JSON.stringify(buildReport(modules, errors)))
  }
}

function buildReport(modules: readonly TestModule[], errors: readonly SerializedError[]): SuiteReport {
  const files = modules.map((module) => ({ module, tests: [...module.children.allTests()] }))
  const allTests = files.flatMap(({ tests }) => tests)
  const failures = [
    ...errors.map((error) => failureLine('outside the tests', '', messageWithCauses(error))),
    ...files.flatMap(({ module, tests }) => [...fileFailures(module, tests), ...tests.flatMap(testFailures)]),
  ]
  const count = (state: string) => allTests.filter((test) => test.result().state === state).length
  return { passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures }
}

/** A worker that died has the reason in its cause: exit code or signal. */
const messageWithCauses = ({ message, cause }: SerializedError): string =>
  cause ? `${message} (${messageWithCauses(cause)})` : message

function fileFailures(module: TestModule, tests: readonly TestCase[]): string[] {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  if (errors.length > 0)
    return errors.map(({ message }) => failureLine(module.relativeModuleId, 'the file itself', message))
  return tests.length > 0
    ? []
    : [failureLine(module.relativeModuleId, 'the file itself', 'none of its tests was run')]
}

function testFailures(test: TestCase): string[] {
  const { state, errors } = test.result()
  const failed = (message?: string) => [failureLine(test.module.relativeModuleId, test.fullName, message)]
  if (state === 'pending') return failed('it did not come to its end')
  return state === 'failed' ? failed(errors[0]?.message) : []
}
