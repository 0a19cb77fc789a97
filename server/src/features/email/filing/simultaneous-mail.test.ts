import { expect, test } from 'vitest'
import { address, mail, messageTypes, setUpJoining, t } from './joining-suite.ts'

setUpJoining()

test('a reply and its parent that arrive simultaneously form one conversation', async () => {
  const ids = Array.from({ length: 6 }, (_, i) => `race.${i}@customer.test`)
  for (const id of ids)
    await mail.send(
      mail.compose({ to: address, id, headers: { References: '<race.root@customer.test>' } }),
      address,
    )
  await mail.readAllAtOnce()
  const rows = (await mail.deliveries()).slice(-ids.length)
  expect(new Set(rows.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  expect(await messageTypes(rows[0]?.conversation_id ?? 0)).toEqual(ids.map(() => 'incoming'))
})

test('the same mail received simultaneously by several routes is one message', async () => {
  const raw = mail.compose({ to: address, from: 'Twin <twin@customer.test>', id: 'at.once@customer.test' })
  for (let way = 0; way < 6; way++) await mail.send(`Received: by way ${way}\n${raw}`, address)
  await mail.readAllAtOnce()
  const rows = (await mail.deliveries()).slice(-6)
  expect(rows.map(({ state }) => state).sort()).toEqual([...Array(5).fill('ignored'), 'threaded'])
  expect(new Set(rows.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  expect(await messageTypes(rows[0]?.conversation_id ?? 0)).toEqual(['incoming'])
})

test('a new sender whose first mails arrive simultaneously becomes one contact', async () => {
  for (let n = 0; n < 6; n++)
    await mail.send(
      mail.compose({ to: address, from: 'Nova <Nova@customer.test>', subject: `First ${n}` }),
      address,
    )
  await mail.readAllAtOnce()
  const contacts = await t.db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', 'nova@customer.test')
    .execute()
  expect(contacts).toHaveLength(1)
  const rows = (await mail.deliveries()).slice(-6)
  expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('threaded'))
})
