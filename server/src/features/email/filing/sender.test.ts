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
])('"%s" <%s> is called %s %s', (name, address, first_name, last_name) => {
  expect(splitSenderName({ name, address })).toEqual({ first_name, last_name })
})

const nobody = { from: [], sender: [], reply_to: [], original_from: [], return_path: '' }
const of = (address: string, name = '') => [{ address, name }]
const isOurs = (address: string) => address === 'help@acme.test'

test('the sender is From; without one Sender, Reply-To, the envelope or the return path; or nobody', () => {
  const all = {
    ...nobody,
    from: of('from@x.test'),
    sender: of('sender@x.test'),
    reply_to: of('reply@x.test'),
    return_path: 'path@x.test',
  }
  expect(findSender(all, 'envelope@x.test', isOurs)?.address).toBe('from@x.test')
  expect(findSender({ ...all, from: of('', 'Name only') }, null, isOurs)?.address).toBe('sender@x.test')
  expect(findSender({ ...all, from: [], sender: [] }, null, isOurs)?.address).toBe('reply@x.test')
  expect(findSender({ ...nobody, return_path: 'path@x.test' }, 'Envelope@x.test', isOurs)?.address).toBe(
    'envelope@x.test',
  )
  expect(findSender({ ...nobody, return_path: 'path@x.test' }, '', isOurs)?.address).toBe('path@x.test')
  expect(findSender(nobody, '', isOurs)).toBeNull()
})

test('a group that writes our own address into From does not hide the person', () => {
  const mail = {
    ...nobody,
    from: of('help@acme.test', 'Grace Hopper via Help'),
    reply_to: of('grace@x.test'),
  }
  expect(findSender(mail, null, isOurs)).toEqual({ address: 'grace@x.test', name: 'Grace Hopper' })
  expect(findSender({ ...mail, reply_to: of('help@acme.test') }, null, isOurs)?.address).toBe(
    'help@acme.test',
  )
})
