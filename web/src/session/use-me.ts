import type { Agent } from '@parley/contract/agents/agent'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/** The signed-in agent. For screens behind the sign-in, whose route has loaded it. */
export const useMe = (): Agent => useSuspenseQuery(meQuery).data
