import { assignmentEngine } from './features/assignment/engine.ts'
import { automationEngine } from './features/automations/engine.ts'
import { csatEngine } from './features/csat/engine.ts'
import { notificationEngine } from './features/notifications/engine.ts'
import { reportsEngine } from './features/reports/engine.ts'
import { slaEngine } from './features/sla/engine.ts'
import { spamEngine } from './features/spam/engine.ts'
import type { Foundation } from './foundation.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Consumer } from './spine/consumer.ts'

/** A part that acts automatically: its event consumers and its timed jobs. */
export type Engine = { consumers: Consumer[]; jobs: Jobs }

export type EngineDeps = Pick<
  Foundation,
  'db' | 'act' | 'system' | 'clock' | 'log' | 'secrets' | 'files' | 'root_url'
> & {
  /** Which addresses push services of browsers may have. */
  push_network: NetworkAccess
}

/** All engines. Each consumer has its own cursor; the order here does not matter. */
export const engines = (deps: EngineDeps): Engine[] => [
  assignmentEngine(deps),
  csatEngine(deps),
  automationEngine(deps),
  notificationEngine(deps),
  slaEngine(deps),
  reportsEngine(deps),
  spamEngine(),
]
