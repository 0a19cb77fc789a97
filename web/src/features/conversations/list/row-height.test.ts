import { expect, test } from 'vitest'
import { createRowHeights } from './row-height.ts'

const plain = {
  ...{ tags: [], trashed_at: null },
  ...{ first_response_deadline_at: null, first_reply_at: null },
  ...{ next_response_deadline_at: null, next_response_met_at: null },
  ...{ resolution_deadline_at: null, resolved_at: null },
}
const due = { ...plain, resolution_deadline_at: '2026-11-27T12:00:00Z' }

test('a row is estimated to be as high as one with the same lines', () => {
  const heights = createRowHeights()
  expect(heights.find(plain)).toBeUndefined()
  heights.learn(plain, 90)
  heights.learn({ ...plain, tags: ['billing'] }, 120)
  expect(heights.find(plain)).toBe(90)
  expect(heights.find(due)).toBe(120)
  expect(heights.find({ ...due, trashed_at: '2026-11-27T12:00:00Z' })).toBeUndefined()
})

test('a row that is higher than others of its kind moves no other', () => {
  const heights = createRowHeights()
  heights.learn(plain, 90)
  heights.learn(plain, 91)
  expect(heights.find(plain)).toBe(90)
})
