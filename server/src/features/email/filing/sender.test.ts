import { expect, test } from 'vitest'
import { findSender, splitSenderName } from './sender.ts'

test.each([
  ['Grace Hopper', 'grace@customer.test', 'Grace', 'Hopper'],
  ['Hopper, Grace', 'grace@customer.test', 'Grace', 'Hopper'],
  ['Ludwig van Beethoven', 'l@customer.test', 'Ludwig', 'van Beethoven'],
  ['Acme, Inc.', 'a@acme.test', 'Acme, Inc.', ''],
  ['', 'grace.hopper@customer.test', 'grace.hopper', ''],
  ['grace@customer.test', 'grace@customer.test', 'grace', ''],
  ['', 'grace+shop@customer.test', 'grace', ''],
  ['', 'info@customer.test', 'customer.test', ''],
  ['', 'no-reply@customer.test', 'customer.test', ''],
  ['  Grace\t Hopper ', 'grace@customer.test', 'Grace', 'Hopper'],
])('"%s" <%s> becomes %s %s', (name, address, first_name, last_name) => {
  expect(splitSenderName({ name, address })).toEqual({ first_name, last_name })
})

const emptyMail = { from: [], sender: [], reply_to: [], original_from: [], return_path: '' }
const mailbox = (address: string, name = '') => [{ address, name }]
const isOurs = (address: string) => address === 'help@acme.test'

test('the sender is taken from From, Sender, Reply-To, the envelope or the return path, in this order, and may be missing', () => {
  const all = {
    ...emptyMail,
    from: mailbox('from@x.test'),
    sender: mailbox('sender@x.test'),
    reply_to: mailbox('reply@x.test'),
    return_path: 'path@x.test',
  }
  expect(findSender(all, 'envelope@x.test', isOurs)?.address).toBe('from@x.test')
  expect(findSender({ ...all, from: mailbox('', 'Name only') }, null, isOurs)?.address).toBe('sender@x.test')
  expect(findSender({ ...all, from: [], sender: [] }, null, isOurs)?.address).toBe('reply@x.test')
  expect(findSender({ ...emptyMail, return_path: 'path@x.test' }, 'Envelope@x.test', isOurs)?.address).toBe(
    'envelope@x.test',
  )
  expect(findSender({ ...emptyMail, return_path: 'path@x.test' }, '', isOurs)?.address).toBe('path@x.test')
  expect(findSender(emptyMail, '', isOurs)).toBeNull()
})

test('a group that puts our own address in From does not hide the author', () => {
  const mail = {
    ...emptyMail,
    from: mailbox('help@acme.test', 'Grace Hopper via Help'),
    reply_to: mailbox('grace@x.test'),
  }
  expect(findSender(mail, null, isOurs)).toEqual({ address: 'grace@x.test', name: 'Grace Hopper' })
  expect(findSender({ ...mail, reply_to: mailbox('help@acme.test') }, null, isOurs)?.address).toBe(
    'help@acme.test',
  )
})
