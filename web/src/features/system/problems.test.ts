import type { SystemAlert } from '@parley/contract/system/system-alerts'
import type { CheckResult } from '@parley/contract/system/system-findings'
import type { SystemStatus } from '@parley/contract/system/system-status'
import { expect, test } from 'vitest'
import { listProblems } from './problems.ts'

const at = '2026-11-28T09:00:00Z'
const alert = (condition: string, subject: string, resolved_at: string | null = null): SystemAlert => ({
  ...{ condition, subject, message: 'Broken', advice: 'Mend it', raised_at: at, resolved_at },
})
const status = (
  ...parts: [name: string, state: 'ok' | 'degraded' | 'down'][]
): Pick<SystemStatus, 'health'> => ({
  health: {
    status: 'degraded',
    parts: parts.map(([name, state]) => ({ name, state, since: at, message: name })),
  },
})
const check = (name: string, ...findings: CheckResult['findings']): CheckResult => ({
  ...{ check: name, checked_at: at, host: 'web-1', findings },
})
const finding = (state: 'ok' | 'warning' | 'error', subject: string) => ({
  ...{ state, subject, message: `${subject} is ${state}`, advice: 'Mend it' },
})
const titles = (...args: Parameters<typeof listProblems>) =>
  listProblems(...args).map(({ title, subject }) => `${title} ${subject}`.trim())

test('open alerts come first, then unhealthy parts, then errors of checks', () => {
  expect(
    titles(
      status(['database', 'ok'], ['mail_receiver', 'down']),
      [alert('node_lost', 'web-2'), alert('mailbox', 'old', at)],
      [check('ports', finding('error', ':3000'), finding('warning', ':25'), finding('ok', ':2525'))],
    ),
  ).toEqual(['system.alert.node_lost web-2', 'system.part.mail_receiver', 'system.check.ports :3000'])
})

test('what an alert describes isn’t repeated by the health or a check', () => {
  const alerts = [alert('mailbox', 'a@b/INBOX'), alert('certificate', 'a:993')]
  const checks = [check('certificates', finding('error', 'a:993'), finding('error', 'b:465'))]
  expect(titles(status(['mailboxes', 'degraded'], ['alerts', 'degraded']), alerts, checks)).toEqual([
    'system.alert.mailbox a@b/INBOX',
    'system.alert.certificate a:993',
    'system.check.certificates b:465',
  ])
})

test('what the health says of mailboxes isn’t repeated by the check', () => {
  const checks = [check('mailboxes', finding('error', 'a@b/INBOX'))]
  expect(titles(status(['mailboxes', 'degraded']), [], checks)).toEqual(['system.part.mailboxes'])
  expect(titles(status(['mailboxes', 'ok']), [], checks)).toEqual(['system.check.mailboxes a@b/INBOX'])
})

test('nothing is wrong while nothing is known', () => {
  expect(titles(undefined)).toEqual([])
})
