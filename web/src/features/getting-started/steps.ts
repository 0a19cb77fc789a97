import type { GettingStarted } from '@parley/contract/getting-started'
import type { Agent } from '@parley/contract/people'
import type { Permission } from '@parley/contract/permissions'
import { may } from '../../session/may.ts'

export type StepName = Exclude<keyof GettingStarted, 'dismissed'>

type Step = { name: StepName; to: string | null; permission: Permission | null }

/** In the order in which one helps the next: invitations are mailed, and somebody is there when the first mail comes. */
const all: readonly Step[] = [
  { name: 'inbox', to: '/admin/inboxes/new', permission: 'inboxes:manage' },
  { name: 'system_mail', to: '/admin/notification', permission: 'notification_settings:manage' },
  { name: 'agents', to: '/admin/teams/agents/new', permission: 'users:manage' },
  { name: 'conversation', to: null, permission: null },
]

/** Whoever may not take a step is still told of it, without the way there. */
export const stepsFor = (me: Pick<Agent, 'permissions'>, started: GettingStarted) =>
  all.map(({ name, to, permission }) => ({
    name,
    done: started[name],
    to: permission === null || may(me, permission) ? to : null,
  }))

export const nextOf = (steps: ReturnType<typeof stepsFor>): StepName | undefined =>
  steps.find(({ done }) => !done)?.name
