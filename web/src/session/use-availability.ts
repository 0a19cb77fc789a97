import { updateMyAvailability } from '@parley/contract/account/me'
import type { Agent, AvailabilityStatus, UserCompact } from '@parley/contract/agents/agent'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { readStoredValue, storeValue } from '../lib/browser/stored-value.ts'
import { whenIdle } from '../lib/browser/when-idle.ts'
import { type ActivityMonitor, watchActivity } from './activity-monitor.ts'
import { type AvailabilityEvent, CHECK_MS, IDLE_MS, isManual, nextAvailability } from './availability.ts'
import { useMe } from './use-me.ts'

/** The switches of the user menu. Shows errors. */
export function useAvailabilitySwitch() {
  const status = useMe().availability_status
  const { mutate } = useSetAvailability('toast')
  return (event: AvailabilityEvent) => mutate(nextAvailability(status, event))
}

/**
 * Sets the agent to away after four minutes without activity in any tab, and back to online on the next activity. Mount
 * once. A tab that was suspended may report "away" while another is in use; the active tab corrects it at its next
 * check.
 */
export function useAvailabilityWatch() {
  const { id, availability_status: status } = useMe()
  // Automatic, so errors are not shown; the next activity or check retries.
  const { mutate, isPending } = useSetAvailability('inline')
  const sendEvent = useEffectEvent((event: AvailabilityEvent) => {
    const next = nextAvailability(status, event)
    if (next === status || isPending) return false
    mutate(next)
    return true
  })
  const start = useEffectEvent(() => {
    const stored = readStoredStatus(id)
    // Going offline by closing the browser keeps a manual status.
    if (status === 'offline' && stored && isManual(stored)) mutate(stored)
    else sendEvent('activity')
  })

  const monitor = useRef<ActivityMonitor>(undefined)
  // Activity and timers are outside React.
  useEffect(() => {
    let lastAttempt = 0
    const activity = watchActivity(() => {
      // Throttled, so that a refusal is not retried on every mouse move.
      if (Date.now() - lastAttempt >= CHECK_MS && sendEvent('activity')) lastAttempt = Date.now()
    })
    monitor.current = activity
    const check = () => {
      const idle = activity.idleMs()
      if (idle >= IDLE_MS) sendEvent('idle')
      // Not right up to the limit: tabs don't know the last activity to the second, and could contradict each other.
      else if (idle < IDLE_MS / 2) sendEvent('activity')
    }
    const timer = setInterval(check, CHECK_MS)
    // Its live updates refetch the agents and more: after the first screen.
    whenIdle(start)
    return () => {
      clearInterval(timer)
      activity.stop()
    }
  }, [])

  // A choice made in another browser applies here too, once it is pushed.
  useEffect(() => {
    if (status !== 'offline') storeValue(storageKey(id), status)
    // Otherwise an idle and an active browser would contradict each other at every check.
    if (status === 'online') monitor.current?.reset()
  }, [id, status])
}

/** Per agent: two people may share a browser. */
const storageKey = (id: number) => `availability.${id}`
const statuses: readonly AvailabilityStatus[] = ['online', 'away', 'away_manual', 'away_and_reassigning']
const readStoredStatus = (id: number): AvailabilityStatus | undefined =>
  statuses.find((status) => status === readStoredValue(storageKey(id)))

function useSetAvailability(failure: 'toast' | 'inline') {
  const client = useQueryClient()
  return useApiMutation(
    // The tab may be closed right after.
    (status: AvailabilityStatus) => call(updateMyAvailability, { body: { status }, keepalive: true }),
    {
      failure,
      onMutate: (availability_status) => {
        const me = client.getQueryData<Agent>(queryKeys.me)
        client.setQueryData<Agent>(queryKeys.me, me && { ...me, availability_status })
        client.setQueryData<UserCompact[]>(queryKeys.agents, (agents) =>
          agents?.map((agent) => (agent.id === me?.id ? { ...agent, availability_status } : agent)),
        )
      },
      onSuccess: (me) => client.setQueryData(queryKeys.me, me),
      // A 401 redirects to the sign-in page, as with every call (web/src/start.ts).
      onError: () => {
        void client.invalidateQueries({ queryKey: queryKeys.agents })
        return client.invalidateQueries({ queryKey: queryKeys.me })
      },
    },
  )
}
