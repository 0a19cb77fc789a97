import {
  essentialSteps,
  type GettingStarted,
  keepableSteps,
  recommendedSteps,
  type SetupStep,
} from '@parley/contract/getting-started'
import type { Agent } from '@parley/contract/people'
import type { Permission } from '@parley/contract/permissions'
import { may } from '../../session/may.ts'

type Place = {
  to: string | null
  permission: Permission | null
  /** Where it goes on once the first half is done. */
  begun?: { by: keyof GettingStarted; to: string }
}

const places: Record<SetupStep, Place> = {
  can_receive: {
    to: '/admin/inboxes/new',
    permission: 'inboxes:manage',
    begun: { by: 'inbox', to: '/admin/inboxes' },
  },
  can_send: {
    to: '/admin/inboxes/new',
    permission: 'inboxes:manage',
    begun: { by: 'inbox', to: '/admin/inboxes' },
  },
  can_invite: {
    to: '/admin/notification',
    permission: 'notification_settings:manage',
    begun: { by: 'system_mail', to: '/admin/notification' },
  },
  people: {
    to: '/admin/teams/agents/new',
    permission: 'users:manage',
    begun: { by: 'agents', to: '/admin/teams/agents' },
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
  /** Null where the reader may not take it. */
  to: string | null
  canKeep: boolean
}

type Reader = Pick<Agent, 'permissions'>

/** In the order in which one helps the next. Who may not take a step still sees it, without the way there. */
export const essentialsFor = (me: Reader, progress: GettingStarted): Step[] =>
  essentialSteps.map((name) => stepOf(name, me, progress))

export const recommendedFor = (me: Reader, progress: GettingStarted): Step[] =>
  recommendedSteps.map((name) => stepOf(name, me, progress))

function stepOf(name: SetupStep, me: Reader, progress: GettingStarted): Step {
  const { to, permission, begun } = places[name]
  const isKept = progress.kept.some((kept) => kept === name)
  const isBegun = begun !== undefined && Boolean(progress[begun.by])
  return {
    name,
    state: progress[name] ? (isKept ? 'kept' : 'done') : isBegun ? 'begun' : 'open',
    to: permission === null || may(me, permission) ? (isBegun ? begun.to : to) : null,
    canKeep: keepableSteps.some((one) => one === name),
  }
}

export const isDone = ({ state }: Step): boolean => state === 'done' || state === 'kept'

/** The first that the reader can do something about. */
export const nextOf = (steps: readonly Step[]): SetupStep | undefined =>
  steps.find((step) => !isDone(step))?.name
