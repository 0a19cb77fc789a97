import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'
import {
  essentialSteps,
  type GettingStarted,
  recommendedSteps,
  type SetupStep,
  skippableSteps,
} from '@parley/contract/settings/getting-started'
import { may } from '../../session/permissions.ts'

type StepTarget = {
  to: string | null
  permission: Permission | null
  /** Where the step continues once it has started. */
  started?: { flag: keyof GettingStarted; to: string }
}

const stepTargets: Record<SetupStep, StepTarget> = {
  can_receive: {
    to: '/admin/inboxes/new',
    permission: 'inboxes:manage',
    started: { flag: 'inbox', to: '/admin/inboxes' },
  },
  can_send: {
    to: '/admin/inboxes/new',
    permission: 'inboxes:manage',
    started: { flag: 'inbox', to: '/admin/inboxes' },
  },
  can_invite: {
    to: '/admin/notification',
    permission: 'notification_settings:manage',
    started: { flag: 'system_mail', to: '/admin/notification' },
  },
  people: {
    to: '/admin/teams/agents/new',
    permission: 'users:manage',
    started: { flag: 'agents', to: '/admin/teams/agents' },
  },
  conversation: { to: null, permission: null },
  own_password: { to: '/account/security', permission: null },
  workspace_name: { to: '/admin/general', permission: 'general_settings:manage' },
  time_zone: { to: '/admin/general', permission: 'general_settings:manage' },
  logo: { to: '/admin/general', permission: 'general_settings:manage' },
}

export type Step = {
  name: SetupStep
  state: 'open' | 'begun' | 'done' | 'kept'
  /** Null if the user has no permission. */
  to: string | null
  canKeep: boolean
}

type PermissionHolder = Pick<Agent, 'permissions'>

/** Steps in the order in which they build on each other. Steps without permission are listed without a link. */
export const essentialsFor = (me: PermissionHolder, progress: GettingStarted): Step[] =>
  essentialSteps.map((name) => toStep(name, me, progress))

export const recommendedFor = (me: PermissionHolder, progress: GettingStarted): Step[] =>
  recommendedSteps.map((name) => toStep(name, me, progress))

function toStep(name: SetupStep, me: PermissionHolder, progress: GettingStarted): Step {
  const { to, permission, started } = stepTargets[name]
  const isKept = progress.kept.some((kept) => kept === name)
  const isBegun = started !== undefined && Boolean(progress[started.flag])
  return {
    name,
    state: progress[name] ? (isKept ? 'kept' : 'done') : isBegun ? 'begun' : 'open',
    to: permission === null || may(me, permission) ? (isBegun ? started.to : to) : null,
    canKeep: skippableSteps.some((one) => one === name),
  }
}

export const isDone = ({ state }: Step): boolean => state === 'done' || state === 'kept'

/** The first step that is not done. */
export const findNextStep = (steps: readonly Step[]): SetupStep | undefined =>
  steps.find((step) => !isDone(step))?.name
