import { test } from 'vitest'

test('the timers of a page end with it', () => {
  // Without a page, this throws outside the test.
  setInterval(() => window.event, 0)
})
