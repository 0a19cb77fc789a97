import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { Permission } from '@parley/contract/roles/permissions'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentWith } from '../testing/agent.ts'
import { renderApp } from '../testing/render.tsx'
import { canSendFrom, needsSendingNotice, type SendingInbox } from './sending-inbox.ts'
import { SendingNotice } from './sending-notice.tsx'

const inboxWith = (sending: Inbox['sending']): SendingInbox => ({
  inbox: { id: 4, name: 'Support', enabled: sending !== 'off', sending } as Inbox, // the fields that matter here
  sending,
})
const deleted: SendingInbox = { inbox: null, sending: 'deleted' }

test.each([
  ['not known yet', null, true, false],
  ['untested', inboxWith('untested'), true, false],
  ['working', inboxWith('working'), true, false],
  ['failing, where sending is retried', inboxWith('failing'), true, true],
  ['turned off', inboxWith('off'), false, true],
  ['without a mail server', inboxWith('not_set_up'), false, true],
  ['deleted', deleted, false, true],
])(
  'an inbox that is %s: whether it can send, and whether that needs a notice',
  (_state, inbox, can, notice) => {
    expect(canSendFrom(inbox)).toBe(can)
    expect(needsSendingNotice(inbox)).toBe(notice)
  },
)

const renderNotice = (sendingInbox: SendingInbox, permissions: Permission[] = []) =>
  renderApp(<SendingNotice sendingInbox={sendingInbox} />, { me: agentWith(permissions) })
const notice = () => screen.getByRole('status').textContent?.trim()

test('agents are referred to an administrator', () => {
  renderNotice(inboxWith('off'))
  expect(notice()).toBe('Email can’t be sent: Support is turned off. Ask an administrator to fix it.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('agents who manage inboxes get a link to its settings', () => {
  renderNotice(inboxWith('not_set_up'), ['inboxes:manage'])
  expect(notice()).not.toContain('Ask an administrator')
  expect(screen.getByRole('link', { name: 'Open inbox settings' }).getAttribute('href')).toBe(
    '/admin/inboxes/4/edit',
  )
})

test('while the mail server fails, replies are announced as queued', () => {
  renderNotice(inboxWith('failing'))
  expect(notice()).toContain('Replies wait until it works again.')
})

test('the notice for a deleted inbox offers no fix', () => {
  renderNotice(deleted, ['inboxes:manage'])
  expect(notice()).toBe('Email can’t be sent: this conversation’s inbox was deleted.')
  expect(screen.queryByRole('link')).toBeNull()
})
