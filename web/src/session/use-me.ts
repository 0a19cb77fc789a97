import type { Agent } from '@parley/contract/agents/agent'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/** The signed-in agent. Only for routes behind sign-in, which have loaded it. */
export const useMe = (): Agent => useSuspenseQuery(meQuery).data
