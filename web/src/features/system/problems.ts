import type { SystemAlert } from '@parley/contract/system/system-alerts'
import type { CheckResult } from '@parley/contract/system/system-findings'
import type { SystemStatus } from '@parley/contract/system/system-status'

/** Something that needs attention. Titles are catalogue keys. */
export type Problem = {
  key: string
  title: string
  subject: string
  message: string
  advice: string | null
  tone: 'warn' | 'bad'
  since: string | null
}

/** Parts of the health that an open alert of this condition already describes. */
const conditionsOfParts: Record<string, string> = {
  mailboxes: 'mailbox',
  job_queue: 'queue',
  event_consumers: 'consumer',
  disk: 'disk_space',
}

/** Problems from alerts, health and checks, each once: what several of them describe is in the words of the first. */
export function listProblems(
  status: Pick<SystemStatus, 'health'> | undefined,
  alerts: readonly SystemAlert[] = [],
  checks: readonly CheckResult[] = [],
): Problem[] {
  const open = alerts.filter(({ resolved_at }) => resolved_at === null)
  const isAlerted = (condition: string | undefined) => open.some((alert) => alert.condition === condition)
  const subjects = new Set(open.map(({ subject }) => subject))
  const unhealthy = (status?.health.parts ?? []).filter(
    ({ name, state }) => state !== 'ok' && name !== 'alerts' && !isAlerted(conditionsOfParts[name]),
  )
  const parts = new Set(unhealthy.map(({ name }) => name))
  return [
    ...open.map(({ condition, subject, message, advice, raised_at }) => ({
      key: `alert ${condition} ${subject}`,
      title: `system.alert.${condition}`,
      tone: 'bad' as const,
      since: raised_at,
      ...{ subject, message, advice },
    })),
    ...unhealthy.map(({ name, state, message, since }) => ({
      key: `part ${name}`,
      title: `system.part.${name}`,
      tone: state === 'down' ? ('bad' as const) : ('warn' as const),
      ...{ subject: '', message, advice: null, since },
    })),
    ...checks
      // The part says the same for all mailboxes at once.
      .filter(
        ({ check }) => !(check === 'mailboxes' && (parts.has('mailboxes') || parts.has('outgoing_mail'))),
      )
      .flatMap(({ check, findings }) =>
        findings
          .filter(({ state, subject }) => state === 'error' && !(subject && subjects.has(subject)))
          .map(({ subject, message, advice }) => ({
            key: `check ${check} ${subject} ${message}`,
            title: `system.check.${check}`,
            tone: 'bad' as const,
            since: null,
            ...{ subject, message, advice },
          })),
      ),
  ]
}
