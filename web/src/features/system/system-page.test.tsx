import type { SystemStatus } from '@parley/contract/system/system-status'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { SystemPage } from './system-page.tsx'

const at = '2026-11-28T09:00:00Z'
const node = {
  ...{
    id: '00000000-0000-4000-8000-000000000001',
    host: 'web-1',
    pid: 7,
    roles: ['web', 'mail'],
    version: '0.1.0',
  },
  ...{ started_at: at, seen_at: at, is_alive: true, inbox_ids: [4], memory_bytes: 209_715_200 },
  disk: { free_bytes: 75_161_927_680, size_bytes: 107_374_182_400 },
}
const mailbox = {
  ...{ inbox_id: 4, inbox_name: 'Support', mailbox: 'help@imap.acme.test/INBOX', synced_at: at, since: null },
  ...{ last_error: null, messages_on_server: null, messages_received: null, missing: null, checked_at: null },
  ...{ last_mail_at: at, overdue_since: null },
}
const status: SystemStatus = {
  health: { status: 'ok', parts: [] },
  versions: { parley: '0.1.0', schema: '0107', node: '24.0.0', postgresql: '18.1' },
  ...{
    checks_for_updates: true,
    update: null,
    nodes: [node],
    mailboxes: [mailbox],
    backfills: [{ name: 'search_messages', remaining: 1200, failure: 'The disk is full' }],
  },
  backup: { created_at: at, bytes: 1024 ** 3, place: '/backups/a.parley', error: null },
  queues: [{ name: 'replies', waiting: 1200, oldest_age_seconds: 90 }],
  consumers: [{ name: 'sla', waiting: 0, lag_seconds: 0 }],
  sizes: {
    ...{ database_bytes: 1_610_612_736, search_bytes: 1, files_bytes: null },
    tables: [{ name: 'messages', bytes: 1024 ** 3, rows: 1_200_000 }],
  },
}
const check = { check: 'clock', checked_at: at, host: 'web-1' }
const wrong = { state: 'error', subject: '', message: 'The clock is wrong', advice: 'Synchronise it' }

function open(more: Partial<SystemStatus> = {}, checks: object[] = []) {
  const requests = stubApi({
    'GET /api/v1/system': { data: { ...status, ...more } },
    'GET /api/v1/system/history': { data: { samples: [], mail: [], requests: [], hosts: [] } },
    'GET /api/v1/system/backups': {
      data: {
        ...{ target: null, schedule: null, retention: { days: 7, weeks: 4, months: 6 }, next_at: null },
        ...{ is_set_by_environment: { schedule: false, retention: false }, includes_key: false },
        ...{ state: 'idle', progress: null, backups: [] },
      },
    },
    'GET /api/v1/system/checks': { data: checks },
    'POST /api/v1/system/checks': { data: [{ ...check, findings: [wrong] }] },
    'GET /api/v1/system/alerts': { data: [] },
    'GET /api/v1/system/alerts/settings': {
      data: { email_enabled: true, addresses: [], problem: 'No mail server' },
    },
    'PUT /api/v1/system/alerts/settings': { data: true },
  })
  return renderPage(<SystemPage />, {
    at: '/admin/system',
    paths: ['/admin/system', '/admin/inboxes/$id/edit'],
  }).then((page) => ({ ...page, requests }))
}

test('when all is well, one line says so above the numbers', async () => {
  await open()
  expect(await screen.findByText('Everything is working.')).toBeTruthy()
  const numbers = screen.getByRole('region', { name: 'Summary' })
  expect(numbers.textContent).toContain('Waiting in queues1,200')
  expect(numbers.textContent).toContain('Database1.5 GB')
  expect(numbers.textContent).toContain('70 GBof 100 GB')
  const nodes = screen.getByRole('row', { name: /web-1/ })
  expect(within(nodes).getByText('Support')).toBeTruthy()
  expect(screen.getByText('This is the latest version')).toBeTruthy()
  const left = screen.getByText(/Older messages are being added to search\. About 1,200 left\./)
  expect(left.textContent).toContain('The disk is full')
})

test('a part that is down, a lost node and a failing mailbox are shown with what is known', async () => {
  const part = { name: 'mail_receiver', state: 'down' as const, since: at, message: 'It isn’t listening' }
  await open({
    health: { status: 'degraded', parts: [part] },
    nodes: [{ ...node, is_alive: false, disk: null }],
    mailboxes: [
      { ...mailbox, last_error: 'Wrong password' },
      { ...mailbox, mailbox: 'b@imap.acme.test/INBOX', overdue_since: at },
    ],
  })
  const problems = await screen.findByRole('region', { name: 'Needs attention' })
  expect(problems.textContent).toContain('It isn’t listening')
  expect(screen.queryByText('Everything is working.')).toBeNull()
  expect(screen.getByText('Lost')).toBeTruthy()
  expect(screen.getByText('Wrong password')).toBeTruthy()
  expect(screen.getByText('Not read since')).toBeTruthy()
})

test('what couldn’t be read in time says so, beside everything else', async () => {
  await open({
    ...{ queues: null, consumers: null, mailboxes: null, backfills: null },
    sizes: { database_bytes: null, search_bytes: null, files_bytes: null, tables: null },
  })
  expect(await screen.findAllByText(/couldn't be read in time/)).toHaveLength(4)
  expect(screen.getByRole('region', { name: 'Summary' }).textContent).toContain('Database–')
  expect(screen.getByRole('row', { name: /web-1/ })).toBeTruthy()
})

test('checks run on demand, and what they find is a problem at the top', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Check now' }))
  const problems = await screen.findByRole('region', { name: 'Needs attention' })
  expect(problems.textContent).toContain('The clock is wrong')
  expect(problems.textContent).toContain('Synchronise it')
})

test('recipients of alerts are edited as lines, and why no email can be sent is shown', async () => {
  const { user, requests } = await open()
  expect(await screen.findByText('No mail server')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText('Recipients'), 'ops@acme.test, on.call@acme.test')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Sent to agents with the role Admin.')
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    email_enabled: true,
    addresses: ['ops@acme.test', 'on.call@acme.test'],
  })
})

test('a failure to load can be retried', async () => {
  stubApi({ 'GET /api/v1/system': { status: 503, error: { message: 'The database is away' } } })
  await renderPage(<SystemPage />, { at: '/admin/system' })
  expect(await screen.findByText('The database is away')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
