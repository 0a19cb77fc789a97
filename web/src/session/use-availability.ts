import { updateMyAvailability } from '@parley/contract/me'
import type { Agent, AvailabilityStatus, UserCompact } from '@parley/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query.ts'
import { readRemembered, remember } from '../lib/remembered.ts'
import { showFailure } from '../lib/toast.ts'
import { type AvailabilityEvent, availabilityAfter, CHECK_MS, IDLE_MS, isManual } from './availability.ts'
import { type Touches, watchTouches } from './touches.ts'
import { useMe } from './use-me.ts'

/** The switches of the user menu. A failure is shown. */
export function useAvailabilitySwitch() {
  const status = useMe().availability_status
  const { mutate } = useSet(showFailure)
  return (event: AvailabilityEvent) => mutate(availabilityAfter(status, event))
}

/**
 * Turns an agent away whom no tab of the browser has felt for four minutes, and back online with the next touch. Mounted once.
 * A tab that was asleep may say "away" of somebody who works in another: the other one knows better, and says so at its next check.
 */
export function useAvailabilityWatch() {
  const { id, availability_status: status } = useMe()
  // Nobody asked for it, so nobody is told when it fails; the next touch or check tries again.
  const { mutate, isPending } = useSet(() => {})
  const tell = useEffectEvent((event: AvailabilityEvent) => {
    const next = availabilityAfter(status, event)
    if (next === status || isPending) return false
    mutate(next)
    return true
  })
  const start = useEffectEvent(() => {
    const chosen = readChoice(id)
    // Going offline by closing the browser does not take back what the person chose here before.
    if (status === 'offline' && chosen && isManual(chosen)) mutate(chosen)
    else tell('activity')
  })

  const watched = useRef<Touches>(undefined)
  // Mouse, keys, other tabs and time are outside React.
  useEffect(() => {
    let tried = 0
    const touches = watchTouches(() => {
      // A server that refuses must not be asked again with every pixel that the mouse moves.
      if (Date.now() - tried >= CHECK_MS && tell('activity')) tried = Date.now()
    })
    watched.current = touches
    const check = () => {
      const idle = touches.idleMs()
      if (idle >= IDLE_MS) tell('idle')
      // Not up to the limit: tabs do not know the last touch to the second, and one would deny what the other has just said.
      else if (idle < IDLE_MS / 2) tell('activity')
    }
    const timer = setInterval(check, CHECK_MS)
    start()
    return () => {
      clearInterval(timer)
      touches.stop()
    }
  }, [])

  // What was chosen in another browser is the choice here too, once the server has told of it.
  useEffect(() => {
    if (status !== 'offline') remember(choiceKey(id), status)
    // Else two browsers, one idle and one in use, would contradict each other with every check.
    if (status === 'online') watched.current?.felt()
  }, [id, status])
}

/** Per agent: two people may share a browser. */
const choiceKey = (id: number) => `availability.${id}`
const statuses: readonly AvailabilityStatus[] = ['online', 'away', 'away_manual', 'away_and_reassigning']
const readChoice = (id: number): AvailabilityStatus | undefined =>
  statuses.find((status) => status === readRemembered(choiceKey(id)))

function useSet(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    // Who says "away" may close the tab in the same moment.
    mutationFn: (status: AvailabilityStatus) =>
      call(updateMyAvailability, { body: { status }, keepalive: true }),
    onMutate: (availability_status) => {
      const me = client.getQueryData<Agent>(keys.me)
      client.setQueryData<Agent>(keys.me, me && { ...me, availability_status })
      client.setQueryData<UserCompact[]>(keys.agents, (agents) =>
        agents?.map((agent) => (agent.id === me?.id ? { ...agent, availability_status } : agent)),
      )
    },
    onSuccess: (me) => client.setQueryData(keys.me, me),
    // A 401 leads to the root path, as with every call (web/src/start.ts).
    onError: (error) => {
      onFailure(error)
      void client.invalidateQueries({ queryKey: keys.agents })
      return client.invalidateQueries({ queryKey: keys.me })
    },
  })
}
