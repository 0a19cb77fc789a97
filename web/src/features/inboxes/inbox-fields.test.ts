import { ImapConfig, type Inbox, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import {
  fieldsOf,
  type InboxFields,
  inboxSchema,
  newInbox,
  presetNames,
  rethrowWithFormPaths,
  toConfig,
  toRequestBody,
} from './inbox-fields.ts'
import { presets } from './presets.ts'

const mailbox: InboxFields = {
  ...newInbox,
  preset: 'generic',
  name: 'Support',
  address: 'help@example.com',
  from_name: 'Example Help',
  imap_host: 'imap.example.com',
  imap_password: 'secret',
  smtp_host: 'smtp.example.com',
}
const pathsOf = (fields: InboxFields) => {
  const result = inboxSchema.safeParse(fields)
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'))
}

test('the form of a mailbox is valid once address and servers are known', () => {
  expect(pathsOf(mailbox)).toEqual([])
  expect(pathsOf({ ...newInbox, preset: 'generic' })).toEqual(
    expect.arrayContaining(['name', 'address', 'imap_host']),
  )
})

test('before a preset is chosen, only the preset is asked for', () => {
  expect(pathsOf(newInbox)).toEqual(['preset'])
})

test('forwarded email needs no mailbox', () => {
  expect(pathsOf({ ...mailbox, receiving: 'forward', imap_host: '', imap_password: '' })).toEqual([])
})

test.each(['help', 'Help <help@example.com>', 'help@', 'a,b@example.com', 'a b@example.com', 'a@b@c'])(
  '%j is not a valid address',
  (address) => {
    expect(pathsOf({ ...mailbox, address })).toContain('address')
  },
)

test.each(['Two\nlines', 'With <brackets>'])('%j is not a valid sender name', (from_name) => {
  expect(pathsOf({ ...mailbox, from_name })).toContain('from_name')
})

test('name and address become one From header', () => {
  expect(toRequestBody(mailbox).from).toBe('Example Help <help@example.com>')
  expect(toRequestBody({ ...mailbox, from_name: '  ' }).from).toBe('help@example.com')
  expect(toRequestBody({ ...mailbox, address: ' help@example.com ' }).from).toBe(
    'Example Help <help@example.com>',
  )
})

test('without a username the mailbox is opened with the address, and so is the sending server', () => {
  const { imap, smtp } = toConfig(mailbox)
  expect(imap).toMatchObject([{ host: 'imap.example.com', username: 'help@example.com', password: 'secret' }])
  expect(smtp).toMatchObject([{ host: 'smtp.example.com', username: 'help@example.com', password: 'secret' }])
})

test('the sending server can have its own sign-in', () => {
  const { smtp } = toConfig({
    ...mailbox,
    smtp_as_imap: false,
    smtp_username: 'sender',
    smtp_password: 'other',
  })
  expect(smtp).toMatchObject([{ username: 'sender', password: 'other' }])
})

test('forwarded email has no mailbox, and is always received', () => {
  const fields: InboxFields = { ...mailbox, receiving: 'forward', receiver_enabled: false }
  expect(toConfig(fields).imap).toEqual([])
  expect(toRequestBody(fields).receiver_enabled).toBe(true)
  expect(toRequestBody({ ...fields, receiving: 'imap' }).receiver_enabled).toBe(false)
})

test('without a server there is no sending configuration', () => {
  expect(toConfig({ ...mailbox, smtp_host: '' }).smtp).toEqual([])
})

// Only what the form reads.
const saved = {
  name: 'Support',
  from: '"Help, Example" <help@example.com>',
  aliases: ['sales@example.com'],
  receiver_enabled: true,
  quote_history: false,
  signature: 'Bye',
  csat_enabled: true,
  config: {
    imap: [
      ImapConfig.parse({ host: 'imap.gmail.com', port: 993, username: 'help', password: '••••' }),
      ImapConfig.parse({ host: 'second.example.com', port: 993, username: 'second' }),
    ],
    smtp: [SmtpConfig.parse({ host: 'smtp.gmail.com', port: 465, username: '', auth_protocol: 'login' })],
  },
} as unknown as Inbox

test('an existing inbox is read without its passwords', () => {
  const fields = fieldsOf(saved)
  expect(fields).toMatchObject({
    name: 'Support',
    address: 'help@example.com',
    from_name: 'Help, Example',
    receiving: 'imap',
    imap_host: 'imap.gmail.com',
    imap_password: '',
    smtp_password: '',
    smtp_as_imap: false,
  })
  expect(fields.imap_authserv_id, 'known servers have a name').not.toBe('')
})

test('without a username nothing is authenticated, whatever the protocol', () => {
  expect(fieldsOf(saved).smtp_auth).toBe('none')
})

test('an inbox without a mailbox receives forwarded email', () => {
  const forwarding = { ...saved, config: { ...saved.config, imap: [] } }
  expect(fieldsOf(forwarding).receiving).toBe('forward')
})

test('fields that the form does not show are kept', () => {
  const { imap } = toConfig(fieldsOf(saved), saved)
  expect(imap).toHaveLength(2)
  expect(imap?.[1]).toMatchObject({ host: 'second.example.com' })
})

test('errors of the API are shown at the fields of the form', () => {
  const error = new ApiError({
    status: 400,
    error_type: 'InputException',
    message: 'Invalid',
    request_id: 'r',
    data: null,
    errors: [
      'config.imap.0.host',
      'config.smtp.0.password',
      'config.smtp.0.auth_protocol',
      'from',
      'name',
      'config.imap.1.host',
    ].map((path) => ({ path, message: 'Wrong' })),
  })
  const paths = () => {
    try {
      rethrowWithFormPaths(error)
    } catch (thrown) {
      return thrown instanceof ApiError ? thrown.errors.map(({ path }) => path) : []
    }
  }
  expect(paths()).toEqual([
    'imap_host',
    'smtp_password',
    'smtp_auth',
    'from_name',
    'name',
    'config.imap.1.host',
  ])
})

test('other errors are thrown unchanged', () => {
  const error = new Error('offline')
  expect(() => rethrowWithFormPaths(error)).toThrow(error)
})

test('every provider preset is valid once address and credentials are entered', () => {
  const credentials = { name: 'Support', address: 'help@example.com', imap_password: 'secret' }
  for (const preset of presetNames) {
    const servers = preset === 'generic' ? { imap_host: 'imap.example.com' } : {}
    expect(pathsOf({ ...newInbox, ...presets[preset], preset, ...credentials, ...servers }), preset).toEqual(
      [],
    )
  }
})
