import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageId, createToken, type TokenKey } from './conversation-token.ts'
import { groupMails, listJoinKeys, listThreadIds, type ThreadableMail } from './threading.ts'

const key: TokenKey = { key_id: 1, secret: 'secret' }
const mail = (parts: Partial<ThreadableMail>): ThreadableMail => ({
  message_id: null,
  in_reply_to: [],
  references: [],
  subject: '',
  to: [],
  cc: [],
  delivered_to: [],
  ...parts,
})
const to = (address: string) => [{ address, name: '' }]

describe('listJoinKeys', () => {
  it('lists the token first, then cited ids from the newest, the own id, and the subject last', () => {
    const token = createToken({ conversation_id: 104, ...key })
    const keys = listJoinKeys(
      mail({
        message_id: 'own@x',
        in_reply_to: ['parent@x'],
        references: ['root@x', 'parent@x'],
        subject: 'Re: Order [#104] and [Acme #105]',
        cc: to(`support+${token}@desk.example`),
      }),
      { keys: [key] },
    )

    expect(keys).toEqual([
      { kind: 'token', token: { conversation_id: 104, key_id: 1 } },
      { kind: 'message_id', message_id: 'parent@x' },
      { kind: 'message_id', message_id: 'root@x' },
      { kind: 'message_id', message_id: 'own@x' },
      { kind: 'subject_reference', reference_number: '104' },
      { kind: 'subject_reference', reference_number: '105' },
    ])
  })

  it.each(['to', 'cc', 'delivered_to'] as const)('finds a token in %s', (field) => {
    const token = createToken({ conversation_id: 5, ...key })
    const keys = listJoinKeys(mail({ [field]: to(`s+${token}@desk.example`) }), { keys: [key] })
    expect(keys).toEqual([{ kind: 'token', token: { conversation_id: 5, key_id: 1 } }])
  })

  it.each(['in_reply_to', 'references'] as const)('finds a token in %s', (field) => {
    const id = createMessageId({
      token: createToken({ conversation_id: 5, ...key }),
      unique: 'm1',
      domain: 'desk.example',
    })
    const [first] = listJoinKeys(mail({ [field]: [id] }), { keys: [key] })
    expect(first).toEqual({ kind: 'token', token: { conversation_id: 5, key_id: 1 } })
  })

  it('ignores an id that a mail cites as its own parent', () => {
    const keys = listJoinKeys(mail({ message_id: 'loop@x', in_reply_to: ['loop@x'], references: ['a@x'] }), {
      keys: [],
    })
    expect(keys).toEqual([
      { kind: 'message_id', message_id: 'a@x' },
      { kind: 'message_id', message_id: 'loop@x' },
    ])
  })

  it('ignores a forged token', () => {
    const forged = createToken({ conversation_id: 5, key_id: 1, secret: 'guessed' })
    expect(listJoinKeys(mail({ to: to(`s+${forged}@desk.example`) }), { keys: [key] })).toEqual([])
  })

  it('lists a token once, however often the mail contains it', () => {
    const token = createToken({ conversation_id: 5, ...key })
    const addresses = to(`s+${token}@desk.example`)
    expect(listJoinKeys(mail({ to: addresses, cc: addresses }), { keys: [key] })).toHaveLength(1)
  })

  it('ignores a plain number in the subject', () => {
    expect(listJoinKeys(mail({ subject: 'Order #104 (104)' }), { keys: [] })).toEqual([])
  })

  it('keeps the newest references of a very long list', () => {
    const references = Array.from({ length: 5_000 }, (_, position) => `${position}@x`)
    const keys = listJoinKeys(mail({ references }), { keys: [] })
    expect(keys).toHaveLength(200)
    expect(keys[0]).toEqual({ kind: 'message_id', message_id: '4999@x' })
  })
})

describe('listThreadIds', () => {
  it('lists every id once, its own first', () => {
    expect(listThreadIds({ message_id: 'a@x', in_reply_to: ['b@x'], references: ['c@x', 'b@x'] })).toEqual([
      'a@x',
      'b@x',
      'c@x',
    ])
  })
})

describe('groupMails', () => {
  /**
   * In a well-formed set, each mail cites all its ancestors. `parents[n]` is the position of mail n's parent, or n
   * itself.
   */
  const forest = fc
    .array(fc.nat(), { minLength: 1, maxLength: 25 })
    .map((picks) => picks.map((pick, position) => pick % (position + 1)))

  const pathTo = (parents: number[], position: number): number[] => {
    const parent = parents[position] ?? position
    return parent === position ? [] : [...pathTo(parents, parent), parent]
  }
  const toMails = (parents: number[]) =>
    parents.map((parent, position) => ({
      message_id: `${position}@x`,
      in_reply_to: parent === position ? [] : [`${parent}@x`],
      references: pathTo(parents, position).map((ancestor) => `${ancestor}@x`),
    }))
  const roots = (parents: number[]) => parents.map((_, position) => pathTo(parents, position)[0] ?? position)

  it('groups one conversation per root, whatever the order of arrival', () => {
    fc.assert(
      fc.property(
        forest.chain((parents) =>
          fc.record({
            parents: fc.constant(parents),
            order: fc.shuffledSubarray([...parents.keys()], { minLength: parents.length }),
          }),
        ),
        ({ parents, order }) => {
          const mails = toMails(parents)
          const got = groupMails(order.flatMap((position) => mails[position] ?? []))
          const rootOf = roots(parents)
          for (const group of got) expect(new Set(group.map((at) => rootOf[order[at] ?? -1])).size).toBe(1)
          expect(got).toHaveLength(new Set(rootOf).size)
        },
      ),
    )
  })

  it('never loses or duplicates a mail, whatever the headers', () => {
    const id = fc.constantFrom('a@x', 'b@x', 'c@x', 'd@x')
    const anyMail = fc.record({
      message_id: fc.option(id),
      in_reply_to: fc.array(id, { maxLength: 2 }),
      references: fc.array(id, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(anyMail), (mails) => {
        expect(
          groupMails(mails)
            .flat()
            .toSorted((a, b) => a - b),
        ).toEqual([...mails.keys()])
      }),
    )
  })
})
