import { expect, test } from 'vitest'
import { forecastRemovals } from './backup-forecast.ts'

const at = (text: string) => ({ created_at: new Date(`${text}Z`) })
const now = new Date('2026-11-28T12:00Z')
const retention = { days: 7, weeks: 4, months: 6 }

const removalOf = (backup: string, schedule: string | null, kept = retention) => {
  const one = at(backup)
  const removals = forecastRemovals(
    [at('2026-10-31T03:00'), at('2026-11-27T03:00'), one],
    {
      ...{ schedule, retention: kept },
    },
    now,
  )
  return removals.get(one)?.toISOString().slice(0, 10)
}

test('a backup is removed when no day, week or month needs it any more', () => {
  // Not the last of its week or month: only as one of the last seven days.
  expect(removalOf('2026-11-28T03:00', '0 3 * * *')).toBe('2026-12-05')
  // The last of October is one of six months until April begins.
  expect(removalOf('2026-10-31T23:00', '0 3 * * *')).toBe('2027-04-01')
})

test('a rarer schedule keeps backups longer', () => {
  // Every Sunday: seven days with a backup are seven weeks.
  expect(removalOf('2026-11-28T03:00', '0 3 * * 0', { days: 7, weeks: 0, months: 0 })).toBe('2027-01-10')
})

test('without a schedule no time is known', () => {
  expect(removalOf('2026-11-28T03:00', null)).toBeUndefined()
})

test('no time is known for the newest backup that has files which newer ones lack', () => {
  const [complete, lacking] = [at('2026-11-27T03:00'), { ...at('2026-11-28T03:00'), missing_files: 3 }]
  const removals = forecastRemovals([complete, lacking], { schedule: '0 3 * * *', retention }, now)
  expect([...removals.keys()]).toEqual([lacking])
})
