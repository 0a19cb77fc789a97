import type { SystemBackup, SystemBackups } from '@parley/contract/system/system-backups'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { BackupSection } from './backup-section.tsx'

const at = '2026-11-28T03:00:00Z'
const backup: SystemBackup = {
  ...{ created_at: at, target: '/backups', name: 'a.parley', bytes: 1024 ** 3 },
  ...{ state: 'finished', duration_seconds: 250, is_checked: true, error: null },
}
const backups: SystemBackups = {
  ...{ target: '/backups', schedule: '0 3 * * *', retention: { days: 7, weeks: 1, months: 0 } },
  ...{ is_set_by_environment: { schedule: false, retention: false }, includes_key: true },
  ...{ next_at: '2026-11-29T03:00:00Z', state: 'idle', progress: null, backups: [backup] },
}

function open(more: Partial<SystemBackups> = {}) {
  const data = { ...backups, ...more }
  const requests = stubApi({
    'GET /api/v1/system/backups': { data },
    'GET /api/v1/system/backups/schedule': { data: { schedule: data.schedule, retention: data.retention } },
    'PUT /api/v1/system/backups/schedule': { data: true },
    'POST /api/v1/system/backups': { data: true },
  })
  return { ...renderApp(<BackupSection />), requests }
}

test('schedule, retention and the last backups are shown', async () => {
  open({
    backups: [
      backup,
      { ...backup, name: 'b.parley', state: 'failed', bytes: null, error: 'The disk is full' },
    ],
  })
  expect(await screen.findByText('Every day at 03:00 UTC')).toBeTruthy()
  expect(screen.getByText('7 days, 1 week')).toBeTruthy()
  const finished = screen.getByRole('row', { name: /a\.parley/ })
  expect(finished.textContent).toContain('Checked4m1 GB')
  expect(screen.getByRole('row', { name: /b\.parley/ }).textContent).toContain('FailedThe disk is full')
})

test('a change of the schedule is saved as a cron expression', async () => {
  const { user, requests } = open()
  await user.click(await screen.findByRole('button', { name: 'Change schedule' }))
  const dialog = await screen.findByRole('dialog')
  await user.clear(within(dialog).getByLabelText('Days'))
  await user.type(within(dialog).getByLabelText('Days'), '14')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => requests.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      schedule: '0 3 * * *',
      retention: { days: 14, weeks: 1, months: 0 },
    })
})

test('what the environment says can’t be changed, and is not sent', async () => {
  const { user } = open({ is_set_by_environment: { schedule: true, retention: true } })
  expect(await screen.findByText('Set by PARLEY_BACKUP_SCHEDULE')).toBeTruthy()
  expect(screen.getByText('Set by PARLEY_BACKUP_KEEP')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change schedule' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Days').disabled).toBe(true)
  expect(within(dialog).getByLabelText<HTMLInputElement>('Time (UTC)').disabled).toBe(true)
})

test('a running backup shows how far it is, and no second one can be started', async () => {
  open({ state: 'running', progress: { step: 'check', share: 0.42, seconds_left: 30 } })
  expect((await screen.findByRole('status')).textContent).toContain('Checking the backup42 % · 30s left')
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(42)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back up now' }).disabled).toBe(true)
})

test('a backup is started from here', async () => {
  const { user, requests } = open()
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  await expect.poll(() => requests.some(({ method }) => method === 'POST')).toBe(true)
})

test('without a target it says how to set one', async () => {
  open({ target: null, schedule: null, next_at: null, backups: [] })
  expect(await screen.findByText(/Set PARLEY_BACKUP_TO on the server/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
})
