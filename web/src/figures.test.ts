import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { conversationSorts } from '@parley/contract/conversations/conversation-lists'
import { viewNameLength } from '@parley/contract/views/views'
import { expect, test } from 'vitest'
import { TIMEOUT_MS } from './api/call.ts'
import { PAGE_SIZE as LIST_PAGE } from './api/conversation-list-queries.ts'
import { MAX_CACHED_CONVERSATIONS as CONVERSATIONS_KEPT } from './api/conversation-lru.ts'
import { PAGE_SIZE as MESSAGE_PAGE } from './api/message-queries.ts'
import { SEQUENCE_MS } from './commands/shortcuts/key-press.ts'
import { MAX_RECENT_EMOJI as EMOJI_KEPT } from './editor/emoji/recent-emoji.ts'

import { SEEN_AFTER_MS } from './features/conversations/use-mark-seen.ts'
import { MIN_QUERY_LENGTH } from './features/new-conversation/use-contact-search.ts'
import { durationParts } from './format/duration.ts'
import { fileSize } from './format/file-size.ts'
import { relativeTime } from './format/relative-time.ts'
import { excerpt, truncateFileName } from './format/truncate.ts'
import { snoozePresets } from './lib/snooze-presets.ts'
import { DEBOUNCE_MS } from './lib/use-debounced.ts'
import { retryDelay, timing } from './realtime/socket.ts'
import { CHECK_MS, IDLE_MS } from './session/availability.ts'
import { SEVEN_DAYS } from './shell/main-bar-cookie.ts'
import { DEFAULT_TIME } from './time-picker/default-time.ts'
import { TOAST_WIDTH, toasterConfig } from './ui/overlays/toaster.tsx'
import { DELAY_MS as TOOLTIP_DELAY_MS } from './ui/overlays/watch-tooltips.ts'

/**
 * The limits and timings of the specification's section 9 that the browser implements, checked against the constants in
 * use. Their behaviour is tested next to the code; use-now.test.ts has the refresh of relative times (60 s) and SLA
 * badges (30 s).
 */
const source = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

test('a call times out after 10 s', () => expect(TIMEOUT_MS).toBe(10_000))
test('a page of a list has 50 conversations', () => expect(LIST_PAGE).toBe(50))
test('a page of a conversation has 30 messages', () => expect(MESSAGE_PAGE).toBe(30))
test('100 conversations stay in memory', () => expect(CONVERSATIONS_KEPT).toBe(100))

test('the seven sorts have their fields and directions', () => {
  expect(Object.values(conversationSorts).map(({ field, order }) => `${field} ${order}`)).toEqual([
    'last_message_at asc',
    'last_message_at desc',
    'created_at asc',
    'created_at desc',
    'waiting_since asc',
    'next_sla_deadline_at asc',
    'priority_id desc',
  ])
})

test('an agent is idle after 4 minutes, checked every 30 s', () => {
  expect([IDLE_MS, CHECK_MS]).toEqual([4 * 60_000, 30_000])
})
test('a conversation is marked read after 3 s', () => expect(SEEN_AFTER_MS).toBe(3_000))

test('the socket pings every 5 s, closes without a pong for 60 s, and reconnects 50 times: after 1 s, then × 1.5 up to 30 s', () => {
  expect(timing).toEqual({
    ping_ms: 5_000,
    silence_ms: 60_000,
    first_retry_ms: 1_000,
    longest_retry_ms: 30_000,
    attempts: 50,
  })
  expect([0, 1, 2, 3].map((attempt) => retryDelay(attempt))).toEqual([1000, 1500, 2250, 3375])
  expect(retryDelay(49)).toBe(30_000)
})

test("a view's name has 2 to 30 characters", () => expect(viewNameLength).toEqual({ min: 2, max: 30 }))
test('the cookie of the main bar lasts 7 days', () => expect(SEVEN_DAYS).toBe(604_800))
test('contacts are searched from 3 characters, debounced by 300 ms', () => {
  expect([MIN_QUERY_LENGTH, DEBOUNCE_MS]).toEqual([3, 300])
})
test('a preview has 100 characters and an ellipsis', () => {
  expect(excerpt('x'.repeat(100))).toHaveLength(100)
  expect(excerpt('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
})
test('a file name over 20 characters is cut to 17, and sizes are in MB from 1 MiB', () => {
  expect([truncateFileName('x'.repeat(20)), truncateFileName('x'.repeat(21))]).toEqual([
    'x'.repeat(20),
    `${'x'.repeat(17)}…`,
  ])
  expect([fileSize(1_048_575), fileSize(1_048_576)]).toEqual(['1024.00 KB', '1.00 MB'])
})

test('relative times change unit at 1 minute, 60 minutes, 24 hours and 7 days', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const after = (minutes: number) => relativeTime(new Date(now.getTime() - minutes * 60_000), now).unit
  expect([0.99, 1, 59.9, 60, 1439.9, 1440, 10_079, 10_080].map(after)).toEqual([
    'now',
    'minute',
    'minute',
    'hour',
    'hour',
    'day',
    'day',
    'date',
  ])
})
test('SLA times are in days from 2880 minutes on', () => {
  expect(durationParts(2879 * 60_000).map(({ unit }) => unit)).toEqual(['hour', 'minute'])
  expect(durationParts(2880 * 60_000)).toEqual([{ unit: 'day', count: 2 }])
})
test('snooze presets are 1, 3, 6, 12 hours, 1 and 2 days, and a custom time defaults to 12:00', () => {
  expect(snoozePresets).toEqual([60, 180, 360, 720, 1440, 2880])
  expect(DEFAULT_TIME).toBe('12:00')
})

test('toasts stay 4000 ms, 3 at a time, 14 px apart, 356 px wide, 32 px from the top centre, in rich colours, Alt+T', () => {
  expect(toasterConfig).toEqual({
    position: 'top-center',
    richColors: true,
    duration: 4000,
    visibleToasts: 3,
    gap: 14,
    offset: 32,
    hotkey: ['altKey', 'KeyT'],
  })
  expect(TOAST_WIDTH).toBe(356)
})
test('a toast is removed after 200 ms, and when swiped faster than 0.11', () => {
  // sonner's fixed values: an upgrade that changes them must be noticed.
  const sonner = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8')
  expect(sonner).toContain('TIME_BEFORE_UNMOUNT = 200;')
  expect(sonner).toContain('velocity > 0.11')
})

test('a tooltip has a delay of 150 ms', () => expect(TOOLTIP_DELAY_MS).toBe(150))
test('the second key of a sequence is awaited for 1 s', () => expect(SEQUENCE_MS).toBe(1_000))
test('24 recent emoji are kept, and the picker has an offset of 6 px', () => {
  expect(EMOJI_KEPT).toBe(24)
  expect(source('editor/emoji-button.tsx')).toContain('sideOffset={6}')
})
test('the default language is English', () => {
  expect(source('session/sync-config.ts')).toContain("['app.lang'] || 'en'")
})
test('the list is 450 px wide if there is room', () => {
  expect(source('routes/inbox-layout.tsx')).toContain('clamp(340px, 26.0116vw, 450px)')
})
