import { expect, test } from 'vitest'
import { getPhase, isPhaseObserved, phaseKey, setPhase } from './send-phase.ts'

test('reply and note of a conversation have phases of their own', () => {
  const [reply, note] = (['reply', 'note'] as const).map((mode) => phaseKey({ agent_id: 7, uuid: 'u', mode }))
  if (!reply || !note) throw new Error('Two keys were expected')
  setPhase(reply, { kind: 'sending' })
  expect(getPhase(reply).kind).toBe('sending')
  expect(getPhase(note).kind).toBe('idle')
})

test('every change has a new revision, also when the kind is the same', () => {
  const key = phaseKey({ agent_id: 7, uuid: 'v', mode: 'reply' })
  expect(getPhase(key).revision).toBe(0)
  setPhase(key, { kind: 'failed', message: 'No', after: null })
  const first = getPhase(key)
  setPhase(key, { kind: 'failed', message: 'No', after: null })
  expect(getPhase(key)).toEqual({ kind: 'failed', message: 'No', after: null, revision: 2 })
  expect(getPhase(key)).not.toBe(first)
})

test('the phase of a composer that is not mounted is not observed', () => {
  const key = phaseKey({ agent_id: 7, uuid: 'w', mode: 'reply' })
  setPhase(key, { kind: 'sending' })
  expect(isPhaseObserved(key)).toBe(false)
})
