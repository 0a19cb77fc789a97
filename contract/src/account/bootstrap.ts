import { z } from 'zod'
import { Agent, UserCompact } from '../agents/agent.ts'
import { GeneralSettings, PublicConfig } from '../settings/settings.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Cursor } from '../shared/server-events.ts'
import { Status } from '../statuses/statuses.ts'
import { AnyView } from '../views/shared-views.ts'

/** What a client needs before its first screen, each part as its own endpoint returns it. */
export const Bootstrap = z.object({
  /** The position before all of it was read: `/ws?v=2&cursor=…` sends what has changed since. */
  cursor: Cursor,
  me: Agent,
  config: PublicConfig,
  settings: GeneralSettings.partial(),
  statuses: z.array(Status),
  agents: z.array(UserCompact),
  /** Omitted for agents who may not list them. */
  views: z.array(AnyView).optional(),
})
export type Bootstrap = z.infer<typeof Bootstrap>

export const getBootstrap = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/bootstrap',
  access: 'agent',
  summary:
    'The signed-in agent, settings and reference data in one response, and the cursor for live updates',
  tag: 'agents',
  response: Bootstrap,
})
