import { expect, test } from 'vitest'
import { listExpired } from './retention.ts'

const at = (text: string) => ({ created_at: new Date(`${text}Z`) })
const expired = (backups: string[], retention: Parameters<typeof listExpired>[1]) =>
  listExpired(backups.map(at), retention).map(({ created_at }) => created_at.toISOString().slice(0, 16))

test('the newest backup of each of the last days, weeks and months is kept', () => {
  // Every day at 3:00 from 1 September to 28 November 2026, a Saturday.
  const days = Array.from({ length: 89 }, (_, n) =>
    new Date(Date.UTC(2026, 8, 1 + n, 3)).toISOString().slice(0, 16),
  )
  const gone = new Set(expired(days, { days: 3, weeks: 3, months: 3 }))
  expect(days.filter((day) => !gone.has(day))).toEqual([
    '2026-09-30T03:00',
    '2026-10-31T03:00',
    // The Sundays before, which end their weeks.
    '2026-11-15T03:00',
    '2026-11-22T03:00',
    '2026-11-26T03:00',
    '2026-11-27T03:00',
    '2026-11-28T03:00',
  ])
})

test('of several backups of a day, the newest is kept', () => {
  const hours = ['2026-11-27T01:00', '2026-11-27T13:00', '2026-11-28T01:00', '2026-11-28T02:00']
  expect(expired(hours, { days: 2, weeks: 0, months: 0 })).toEqual(['2026-11-28T01:00', '2026-11-27T01:00'])
})

test('days without a backup don’t count, and the newest backup is always kept', () => {
  expect(expired(['2024-01-01T03:00', '2025-01-01T03:00'], { days: 2, weeks: 0, months: 0 })).toEqual([])
  expect(expired(['2024-01-01T03:00', '2025-01-01T03:00'], { days: 1, weeks: 0, months: 0 })).toEqual([
    '2024-01-01T03:00',
  ])
})

test('a backup that lacks fewer files than every newer one is kept', () => {
  const lacking = [0, null, 0, 2, 1, 500, 500].map((missing_files, n) => ({
    ...{ missing_files, created_at: new Date(Date.UTC(2026, 10, 20 + n, 3)) },
  }))
  const names = (backups: { created_at: Date }[]) => backups.map(({ created_at }) => created_at.getUTCDate())
  const retention = { days: 1, weeks: 0, months: 0 }
  expect(names(listExpired(lacking, retention))).toEqual([25, 23, 21, 20])
  const complete = { missing_files: 0, created_at: new Date('2026-11-27T03:00Z') }
  expect(names(listExpired([...lacking, complete], retention))).toEqual([26, 25, 24, 23, 22, 21, 20])
})
