import { updateMyAvailability } from '@parley/contract/account/me'
import type { Agent, AvailabilityStatus, UserCompact } from '@parley/contract/agents/agent'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { readStoredValue, storeValue } from '../lib/browser/stored-value.ts'
import { showFailure } from '../lib/toast.ts'
import { type ActivityMonitor, watchActivity } from './activity-monitor.ts'
import { type AvailabilityEvent, CHECK_MS, IDLE_MS, isManual, nextAvailability } from './availability.ts'
import { useMe } from './use-me.ts'

/** The switches of the user menu. A failure is shown. */
export function useAvailabilitySwitch() {
  const status = useMe().availability_status
  const { mutate } = useSetAvailability(showFailure)
  return (event: AvailabilityEvent) => mutate(nextAvailability(status, event))
}

/**
 * Turns an agent away whom no tab of the browser has felt for four minutes, and back online with the next touch. Mounted once.
 * A tab that was asleep may say "away" of somebody who works in another: the other one knows better, and says so at its next check.
 */
export function useAvailabilityWatch() {
  const { id, availability_status: status } = useMe()
  // Nobody asked for it, so nobody is told when it fails; the next touch or check tries again.
  const { mutate, isPending } = useSetAvailability(() => {})
  const sendEvent = useEffectEvent((event: AvailabilityEvent) => {
    const next = nextAvailability(status, event)
    if (next === status || isPending) return false
    mutate(next)
    return true
  })
  const start = useEffectEvent(() => {
    const stored = readStoredStatus(id)
    // Going offline by closing the browser does not take back what the person chose here before.
    if (status === 'offline' && stored && isManual(stored)) mutate(stored)
    else sendEvent('activity')
  })

  const monitor = useRef<ActivityMonitor>(undefined)
  // Mouse, keys, other tabs and time are outside React.
  useEffect(() => {
    let lastAttempt = 0
    const activity = watchActivity(() => {
      // A server that refuses must not be asked again with every pixel that the mouse moves.
      if (Date.now() - lastAttempt >= CHECK_MS && sendEvent('activity')) lastAttempt = Date.now()
    })
    monitor.current = activity
    const check = () => {
      const idle = activity.idleMs()
      if (idle >= IDLE_MS) sendEvent('idle')
      // Not up to the limit: tabs do not know the last touch to the second, and one would deny what the other has just said.
      else if (idle < IDLE_MS / 2) sendEvent('activity')
    }
    const timer = setInterval(check, CHECK_MS)
    start()
    return () => {
      clearInterval(timer)
      activity.stop()
    }
  }, [])

  // What was chosen in another browser is the choice here too, once the server has told of it.
  useEffect(() => {
    if (status !== 'offline') storeValue(storageKey(id), status)
    // Else two browsers, one idle and one in use, would contradict each other with every check.
    if (status === 'online') monitor.current?.reset()
  }, [id, status])
}

/** Per agent: two people may share a browser. */
const storageKey = (id: number) => `availability.${id}`
const statuses: readonly AvailabilityStatus[] = ['online', 'away', 'away_manual', 'away_and_reassigning']
const readStoredStatus = (id: number): AvailabilityStatus | undefined =>
  statuses.find((status) => status === readStoredValue(storageKey(id)))

function useSetAvailability(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    // Who says "away" may close the tab in the same moment.
    mutationFn: (status: AvailabilityStatus) =>
      call(updateMyAvailability, { body: { status }, keepalive: true }),
    onMutate: (availability_status) => {
      const me = client.getQueryData<Agent>(queryKeys.me)
      client.setQueryData<Agent>(queryKeys.me, me && { ...me, availability_status })
      client.setQueryData<UserCompact[]>(queryKeys.agents, (agents) =>
        agents?.map((agent) => (agent.id === me?.id ? { ...agent, availability_status } : agent)),
      )
    },
    onSuccess: (me) => client.setQueryData(queryKeys.me, me),
    // A 401 leads to the root path, as with every call (web/src/start.ts).
    onError: (error) => {
      onFailure(error)
      void client.invalidateQueries({ queryKey: queryKeys.agents })
      return client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}
