import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose, image, quotable, uuid } from './compose-fixtures.ts'
import { UnsendableMailError } from './header-values.ts'

test('a reply has text, HTML and threading headers, and does not disclose Bcc', async () => {
  const { raw, envelope, head, parsed } = await compose({
    to: ['ana@x.test', 'bo@x.test'],
    cc: ['cy@x.test', 'ana@x.test'],
    bcc: ['boss@acme.test'],
    answers: true,
    subject: 'AW: Re: A question',
    in_reply_to: '2@x.test',
    references: ['1@x.test', '2@x.test'],
    reply_to: 'help+abc@acme.test',
  })

  expect(envelope).toEqual({
    from: 'help@acme.test',
    to: ['ana@x.test', 'bo@x.test', 'cy@x.test', 'boss@acme.test'],
  })
  expect(raw.toString()).not.toContain('boss@acme.test')
  expect(parsed).toMatchObject({
    message_id: 'token.unique@acme.test',
    in_reply_to: ['2@x.test'],
    references: ['1@x.test', '2@x.test'],
    date: new Date('2026-03-02T09:00:00Z'),
    subject: 'Re: A question',
    from: [{ name: 'Acme Support', address: 'help@acme.test' }],
    reply_to: [{ address: 'help+abc@acme.test' }],
    to: [{ address: 'ana@x.test' }, { address: 'bo@x.test' }],
    defects: [],
  })
  expect(parsed.text.trim()).toBe('Hello')
  expect(head).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(head).toMatch(/^X-Parley-Loop: help@acme\.test$/m)
  expect(head).not.toMatch(/Auto-Submitted/i)
})

test('mail sent by a rule is marked as automatic', async () => {
  const { head } = await compose({ automatic: true })
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(head).toMatch(/^X-Auto-Response-Suppress: All$/m)
})

test('a first mail keeps its subject, and a mail without a subject has none', async () => {
  expect((await compose()).parsed.subject).toBe('A question')
  expect((await compose({ subject: '' })).parsed.subject).toBe('')
})

test('images shown in the text are inlined, other files attached, and remote or unknown images left out', async () => {
  const { parsed, raw } = await compose({
    html: `<p>See <img src="/uploads/${uuid(1)}" alt="one"> and <img src="https://desk.acme.test/uploads/thumb_${uuid(2)}">
      <img src="/uploads/${uuid(9)}" alt="gone"><img src="https://x.test/uploads/${uuid(3)}"></p>`,
    files: [
      image(1),
      image(2),
      { ...image(3), filename: 'Übersicht 日本 №1.pdf', content_type: 'application/pdf' },
    ],
  })

  expect(
    parsed.attachments.map(({ filename, related, disposition, content_id }) => [
      filename,
      related,
      disposition,
      content_id,
    ]),
  ).toEqual([
    ['picture-1.png', true, 'inline', `${uuid(1)}@acme.test`],
    ['picture-2.png', true, 'inline', `${uuid(2)}@acme.test`],
    ['Übersicht 日本 №1.pdf', false, 'attachment', null],
  ])
  expect(Buffer.from(parsed.attachments[0]?.content ?? [])).toEqual(image(1).content)
  expect(parsed.html).toContain(`<img src="cid:${uuid(1)}@acme.test" alt="one">`)
  expect(parsed.html).toContain(`<img src="cid:${uuid(2)}@acme.test">`)
  expect(parsed.html).toContain('<img alt="gone">')
  expect(parsed.html).toContain(`https://x.test/uploads/${uuid(3)}`)
  expect(raw.toString('latin1')).toMatch(/filename\*0?\*?=utf-8''/i)
})

test('an image pasted as data becomes an inline part', async () => {
  const data = (bytes: Buffer) => `<img src="data:image/png;base64,${bytes.toString('base64')}">`
  const { parsed } = await compose({
    html: `<p>${data(image(1).content)}${data(image(2).content)}<img src="data:image/svg+xml;base64,AAAA"></p>`,
  })
  expect(parsed.attachments.map(({ filename, content_type }) => [filename, content_type])).toEqual([
    ['image-1.png', 'image/png'],
    ['image-2.png', 'image/png'],
  ])
  expect(Buffer.from(parsed.attachments[1]?.content ?? [])).toEqual(image(2).content)
  expect(parsed.html).toContain(`src="cid:${parsed.attachments[1]?.content_id}"`)
})

test('a mail can consist of files only, and MIME container types are sent as plain bytes', async () => {
  const content = Buffer.from('From: a@b.test\n\nbare line feeds\n')
  const { parsed } = await compose({
    html: '',
    files: ['message/rfc822', 'multipart/mixed', 'text/plain\r\nX-Evil: 1', ''].map((content_type, i) => ({
      uuid: uuid(i + 1),
      filename: `${i}.eml`,
      content_type,
      content,
    })),
  })
  expect(parsed.attachments).toHaveLength(4)
  for (const attachment of parsed.attachments) {
    expect(attachment.content_type).toBe('application/octet-stream')
    expect(Buffer.from(attachment.content)).toEqual(content)
  }
})

test('a file name that is too long keeps its start and extension', async () => {
  const files = [{ ...image(1), filename: `${'x'.repeat(1000)}.tar.gz` }]
  const [attachment] = (await compose({ files })).parsed.attachments
  expect(attachment?.filename).toBe(`${'x'.repeat(197)}.gz`)
})

test('of many references the first and the newest are kept, and invalid ids are dropped', async () => {
  const many = Array.from({ length: 50 }, (_, n) => `${n}@x.test`)
  const { parsed } = await compose({
    references: ['a b@x.test', 'ü@x.test', 'x>\r\nBcc: <y@z.test', ...many],
  })
  expect(parsed.references).toEqual(['0@x.test', ...many.slice(31)])
  expect(parsed.references).toHaveLength(20)
})

test.each([
  '\r\nBcc: eve@y.test',
  '\nBcc: eve@y.test',
  '\rBcc: eve@y.test',
  '\0Bcc: eve@y.test',
  '\u2028Bcc: eve@y.test',
])('no value can inject a header: %j', async (malicious) => {
  const { head, parsed, envelope } = await compose({
    from: { name: `Acme${malicious}`, address: 'help@acme.test' },
    subject: `Hi${malicious}`,
    references: [`1@x.test${malicious}`],
    in_reply_to: `1@x.test${malicious}`,
    files: [{ ...image(1), filename: `a${malicious}.png`, content_type: `image/png${malicious}` }],
    history: [quotable({ author: `Ana${malicious}` })],
  })
  expect(head).not.toMatch(/^bcc/im)
  expect(parsed.bcc).toEqual([])
  expect(parsed.subject).toBe('Hi Bcc: eve@y.test')
  expect(parsed.attachments).toHaveLength(1)
  expect(envelope.to).toEqual(['ana@x.test'])
  for (const field of ['to', 'cc', 'bcc'] as const)
    await expect(compose({ [field]: [`ana@x.test${malicious}`] })).rejects.toThrow(UnsendableMailError)
  await expect(compose({ reply_to: `ana@x.test${malicious}` })).rejects.toThrow(UnsendableMailError)
  await expect(compose({ from: { name: '', address: `help@acme.test${malicious}` } })).rejects.toThrow(
    UnsendableMailError,
  )
})

test.each([
  '',
  'ana',
  'ana@',
  '@x.test',
  'a@b.test, c@d.test',
  '<a@b.test>',
  'a@b.test>',
  'a b@c.test',
  '"a"@b.test',
])('%j is rejected as a recipient', async (address) => {
  await expect(compose({ to: [address] })).rejects.toThrow(/is not an email address/)
})

test('text, names and subjects round-trip through composing and parsing', async () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      'مرحبا بالعالم',
      '👩‍👩‍👧‍👦 hi',
      '"Ng, Ana" (x)',
      '=?utf-8?Q?a?=',
      'x'.repeat(2000),
      "it's a\\b",
      'a; b="c"',
    ),
  )
  const oneLine = words.map((text) =>
    text
      .replace(/\s+/gu, ' ')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
      .trim(),
  )
  await fc.assert(
    fc.asyncProperty(
      oneLine,
      oneLine,
      words,
      fc.uint8Array({ maxLength: 5000 }),
      async (name, subject, text, bytes) => {
        // Serialised as in HTML 13.3.
        const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }
        const escaped = text.replace(/[&<>\u00a0\0]/g, (c) => names[c] ?? '')
        const { parsed, raw } = await compose({
          from: { name: name.slice(0, 500), address: 'help@acme.test' },
          subject,
          html: `<pre>${escaped}</pre>`,
          files: [{ ...image(1), filename: name || 'x', content: Buffer.from(bytes) }],
        })
        expect(parsed.subject).toBe(subject)
        // RFC 5321 section 4.5.3.1.6; nothing requires 8BITMIME.
        for (const line of raw.toString('latin1').split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(998)
          expect(line).toMatch(/^[\t -~]*$/)
        }
        expect(parsed.from[0]?.address).toBe('help@acme.test')
        expect(parsed.html?.replaceAll('\r', '')).toContain(escaped.replaceAll(/\r\n?/g, '\n'))
        expect(Buffer.from(parsed.attachments[0]?.content ?? [])).toEqual(Buffer.from(bytes))
      },
    ),
    { numRuns: 150, examples: [['', '', '\u00a0', new Uint8Array()]] },
  )
})
