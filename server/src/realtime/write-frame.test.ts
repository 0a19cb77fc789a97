import { expect, test } from 'vitest'
import { writeFrame } from './write-frame.ts'

test('a frame is written as JSON, for every reader of its object', () => {
  const object = { uuid: 'a', subject: 'Über "42"', read_at: null, hidden: undefined }
  for (const event_id of ['epoch.1.1', 'epoch.1.2'])
    expect(writeFrame({ type: 'conversation.changed', event_id, version: 3, object })).toBe(
      JSON.stringify({ type: 'conversation.changed', event_id, version: 3, object }),
    )
})

test('a frame without an object is written as JSON', () => {
  const frames = [
    { type: 'hello', event_id: 'epoch.1.1', reload: false, forget: true },
    { type: 'draft.changed', event_id: 'epoch.1.1', version: 2, object: null },
    { type: 'error', data: 'Only "ping" is supported' },
  ]
  for (const frame of frames) expect(writeFrame(frame)).toBe(JSON.stringify(frame))
})
