import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyMail } from '../classify.ts'
import { MailRefusedError } from '../types.ts'
import { parseMail } from './parse-mail.ts'

const mail = (text: string) => parseMail(Buffer.from(text.replaceAll('\n', '\r\n')))

const nested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\n\ninnermost\n'
    : `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`

describe('the limits of parseMail', () => {
  it('accepts 50 levels and refuses 51', async () => {
    expect((await mail(nested(50))).text).toContain('innermost')
    await expect(mail(nested(51))).rejects.toMatchObject({ name: 'MailRefused', reason: 'too_deep' })
  })

  it('refuses more than 1000 parts', async () => {
    const parts = (count: number) =>
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(count)}--b--\n`
    expect((await mail(parts(999))).text).toContain('x')
    await expect(mail(parts(1000))).rejects.toMatchObject({ reason: 'too_many_parts' })
  })

  it('refuses headers of more than 1 MB, with a readable message', async () => {
    await expect(mail(`Subject: ${'x'.repeat(1024 * 1024)}\n\nbody`)).rejects.toEqual(
      new MailRefusedError('header_too_large', 'The header is larger than 1024 kB.'),
    )
  })
})

describe('parseMail', () => {
  it('keeps recipients recorded by servers along the way', async () => {
    const { delivered_to } = await mail(
      'Delivered-To: a@x.example\nX-Original-To: b@x.example\nEnvelope-To: c@x.example\nX-Forwarded-To: d@x.example\n\n',
    )
    expect(delivered_to.map(({ address }) => address)).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
      'd@x.example',
    ])
  })

  it('lists headers in order, unfolded and decoded', async () => {
    const { headers } = await mail('Received: one\n two\nX-Name: =?utf-8?Q?J=C3=B6rg?=\nReceived: three\n\n')
    expect(headers).toEqual([
      { name: 'received', value: 'one two' },
      { name: 'x-name', value: 'Jörg' },
      { name: 'received', value: 'three' },
    ])
  })

  it('lists defects', async () => {
    const { defects } = await mail('Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n')
    expect(defects).toEqual(['the closing boundary of a multipart is missing'])
  })

  it('has no text for HTML-only mail, and no HTML for text-only mail', async () => {
    expect(await mail('Content-Type: text/html\n\n<p>x</p>')).toMatchObject({ text: '', html: '<p>x</p>' })
    expect(await mail('Content-Type: text/plain\n\nx')).toMatchObject({ text: 'x', html: null })
  })

  it('never returns a lone surrogate, however it is encoded', async () => {
    // UTF-7 encodes UTF-16 units one by one; +2AA- is U+D800 alone.
    const { text, subject } = await mail(
      'Subject: =?utf-7?Q?x+2AA-y?=\nContent-Type: text/plain; charset=utf-7\n\na+2AA-b\n',
    )
    expect([subject, text.trim()]).toEqual(['x\ufffdy', 'a\ufffdb'])
  })

  it('reads empty input as an empty mail', async () => {
    expect(await parseMail(new Uint8Array())).toMatchObject({
      message_id: null,
      from: [],
      text: '',
      html: null,
    })
  })

  it.each([
    ['Subject', '=?a?q? '],
    ['Subject', '=?a?q?x?= '],
    ['To', '=?a?q? '],
    ['To', 'a <'],
    ['To', '"a" <b@c>, '],
    ['To', ':;'],
    ['To', '"\\'],
    ['References', '<'],
    ['References', 'a@b '],
    ['Content-Type', 'x; a*1=b'],
    ['Content-Type', ';"'],
    ['Content-Disposition', '('],
    ['Date', '('],
  ])('reads a %s of 0.9 MB of %j in linear time', { timeout: 20_000 }, async (name, piece) => {
    const started = performance.now()
    await mail(`${name}: ${piece.repeat(900_000 / piece.length)}\n\nx`)
    // A tenth of a second on an idle machine; quadratic time takes far longer.
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

describe('parseMail on damaged mails', () => {
  const folder = join(import.meta.dirname, '../../cases')
  const samples = ['parse', 'bounces'].flatMap((category) =>
    readdirSync(join(folder, category))
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(folder, category, file))),
  )

  const damaged = fc
    .record({
      sample: fc.constantFrom(...samples),
      edits: fc.array(
        fc.record({ at: fc.nat(), cut: fc.nat({ max: 40 }), put: fc.uint8Array({ maxLength: 12 }) }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
    })
    .map(({ sample, edits }) =>
      edits.reduce<Buffer>((bytes, { at, cut, put }) => {
        const from = at % (bytes.length + 1)
        return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)])
      }, sample),
    )

  it('returns a mail that PostgreSQL can store, or rejects it; classifying never throws', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 400 })), async (bytes) => {
        const parsed = await parseMail(bytes)
        classifyMail(parsed)
        for (const text of stringsIn(parsed)) {
          expect(text).not.toContain('\u0000')
          expect(text.isWellFormed()).toBe(true)
        }
        for (const { filename } of parsed.attachments) {
          expect(filename).not.toMatch(/[/\\]|\.\./)
          expect(filename).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Uint8Array || value instanceof Date || typeof value !== 'object' || value === null)
    return []
  return Object.values(value).flatMap(stringsIn)
}
