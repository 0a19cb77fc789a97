import { type Agent, type AvailabilityStatus, updateMyAvailability } from '@parley/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query.ts'
import { readRemembered, remember } from '../lib/remembered.ts'
import { showFailure } from '../lib/toast.ts'
import { afterWatching, CHECK_MS } from './availability.ts'
import { useMe } from './use-me.ts'

const REMEMBERED = 'availability'

/** For a choice by hand: a failure is shown. */
export function useSetAvailability() {
  return useSet(showFailure)
}

/** Turns an agent who has not touched anything for four minutes away, and back online with the next touch. Mounted once. */
export function useAvailabilityWatch() {
  const status = useMe().availability_status
  // Nobody asked for it, so nobody is told when it fails; the next touch or check tries again.
  const { mutate, isPending } = useSet(() => {})
  const watch = useEffectEvent((idleMs: number) => {
    const next = afterWatching(status, idleMs)
    if (!next || isPending) return false
    mutate(next)
    return true
  })
  const start = useEffectEvent(() => {
    const chosen = readRemembered(REMEMBERED)
    // Going offline by closing the browser does not take back what the person chose here before.
    if (status === 'offline' && (chosen === 'away_manual' || chosen === 'away_and_reassigning'))
      mutate(chosen)
    else watch(0)
  })

  // Mouse, keys and time are outside React.
  useEffect(() => {
    let touched = Date.now()
    let tried = 0
    const onTouch = () => {
      touched = Date.now()
      // A server that refuses must not be asked again with every pixel that the mouse moves.
      if (touched - tried >= CHECK_MS && watch(0)) tried = touched
    }
    const timer = setInterval(() => watch(Date.now() - touched), CHECK_MS)
    const events = ['mousemove', 'keydown', 'click'] as const
    for (const event of events) addEventListener(event, onTouch, { passive: true })
    start()
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, onTouch)
    }
  }, [])
}

function useSet(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: AvailabilityStatus) => call(updateMyAvailability, { body: { status } }),
    onMutate: (status) => {
      remember(REMEMBERED, status)
      client.setQueryData<Agent>(keys.me, (me) => me && { ...me, availability_status: status })
    },
    onSuccess: (me) => client.setQueryData(keys.me, me),
    onError: (error) => {
      onFailure(error)
      return client.invalidateQueries({ queryKey: keys.me })
    },
  })
}
