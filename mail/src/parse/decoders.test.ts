import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageIds } from '../headers.ts'
import { parseAddresses } from './address-header.ts'
import { decodeCharset, decodeUndeclared } from './charset.ts'
import { parseDate } from './date-header.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import { generateFilename, safeFilename } from './filename.ts'
import { decodeFlowed } from './format-flowed.ts'
import { parseParameterisedHeader } from './header-parameters.ts'
import { decodeBase64, decodeQuotedPrintable, decodeUuencode } from './transfer-encoding.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('decodeBase64', () => {
  it('round-trips bytes, however they are wrapped and with noise between', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 76 }), (bytes, width) => {
        const wrapped = Buffer.from(bytes)
          .toString('base64')
          .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n!')
        expect(text(decodeBase64(Buffer.from(wrapped)))).toBe(text(bytes))
      }),
    )
  })

  it('decodes concatenated pieces', () => {
    expect(text(decodeBase64(Buffer.from('YQ==\r\nYmM=\r\nZGVm')))).toBe('abcdef')
  })

  it('keeps complete groups of truncated input', () => {
    expect(text(decodeBase64(Buffer.from('YWJjZ')))).toBe('abc')
  })
})

describe('decodeQuotedPrintable', () => {
  it.each([
    ['a=3Db', 'a=b'],
    ['soft =\r\nbreak', 'soft break'],
    ['soft = \t\nbreak', 'soft break'],
    ['spaces at the end  \r\nnext', 'spaces at the end\r\nnext'],
    ['kept =20\r\nnext', 'kept  \r\nnext'],
    ['lower =e4 and = wrong =G1', 'lower \u00e4 and = wrong =G1'],
    ['end=', 'end'],
  ])('reads %j as %j', (encoded, decoded) => {
    expect(text(decodeQuotedPrintable(Buffer.from(encoded)))).toBe(decoded)
  })
})

describe('decodeUuencode', () => {
  it('decodes from begin to end, and returns input without begin unchanged', () => {
    expect(text(decodeUuencode(Buffer.from('noise\nbegin 644 a.txt\n#0V%T\n`\nend\nnoise')))).toBe('Cat')
    expect(text(decodeUuencode(Buffer.from('#0V%T')))).toBe('#0V%T')
  })
})

describe('decodeCharset', () => {
  it.each([
    ['windows-1252', [0x80, 0xe4], '€ä'],
    ['"ISO-8859-15"', [0xa4], '€'],
    ['ks_c_5601-1987', [0xb0, 0xa1], '가'],
    ['utf-7', [0x2b, 0x41, 0x50, 0x77, 0x2d], 'ü'],
    ['cp850', [0x84], 'ä'],
    ['x-unknown', [0xc3, 0xa4], 'ä'],
    ['x-unknown', [0xe4], 'ä'],
    ['us-ascii', [0xc3, 0xa4], 'ä'],
  ])('reads %s', (charset, bytes, expected) => {
    expect(decodeCharset(Uint8Array.from(bytes), charset)).toBe(expected)
  })

  it('decodes UTF-8 declared as another charset if the bytes are only valid as UTF-8', () => {
    expect(decodeCharset(Buffer.from('您好！'), 'big5')).toBe('您好！')
    expect(decodeCharset(Buffer.from('ä'), 'iso-8859-1')).toBe('Ã¤')
    expect(decodeCharset(Uint8Array.from([0x41, 0xa1]), 'big5')).toBe('A\ufffd')
  })

  it('decodes Shift_JIS declared as ISO-2022-JP', () => {
    expect(decodeCharset(Uint8Array.from([0x83, 0x63, 0x81, 0x5b, 0x83, 0x8b]), 'iso-2022-jp')).toBe('ツール')
  })

  it('decodes undeclared bytes as UTF-8 if valid, else with the hint, else as Windows-1252', () => {
    expect(decodeUndeclared(Buffer.from('ä'), 'koi8-r')).toBe('ä')
    expect(decodeUndeclared(Uint8Array.from([0xd1]), 'koi8-r')).toBe('я')
    expect(decodeUndeclared(Uint8Array.from([0xe4]), null)).toBe('ä')
  })
})

describe('decodeEncodedWords', () => {
  it.each([
    ['=?utf-8?Q?caf=C3=A9?= au lait', 'café au lait'],
    ['=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
    ['=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
    ['=?utf-8?B?w?= =?utf-8?B?6Q==?=', '\ufffd'],
    ['=?utf-8?Q?=C3?= =?utf-8?Q?=A9?=', 'é'],
    ['=?iso-8859-1?Q?=E9?= =?utf-8?Q?=C3=A9?=', 'éé'],
    ['=?iso-8859-1*fr?Q?=E9?=', 'é'],
    ['=?utf-8?Q?under_score=5F?=', 'under score_'],
    ['=?utf-8?X?no?= =?broken', '=?utf-8?X?no?= =?broken'],
  ])('reads %j as %j', (value, decoded) => expect(decodeEncodedWords(value)).toBe(decoded))
})

describe('parseParameterisedHeader', () => {
  const parameter = (header: string, name: string) => parseParameterisedHeader(header).parameters.get(name)

  it.each([
    ['attachment; filename="a;b.pdf"', 'a;b.pdf'],
    ['attachment; filename=plain name.pdf', 'plain name.pdf'],
    ['attachment; filename="qu\\"ote.pdf"', 'qu"ote.pdf'],
    ["attachment; filename*=utf-8''%E2%82%AC.pdf", '€.pdf'],
    ["attachment; filename*1=c.pdf; filename*0*=utf-8'en'a%20b", 'a bc.pdf'],
    ['attachment; filename="=?utf-8?Q?=E2=82=AC.pdf?="', '€.pdf'],
    ["attachment; filename=x.pdf; filename*=utf-8''y.pdf", 'y.pdf'],
  ])('reads the name in %j', (header, name) => expect(parameter(header, 'filename')).toBe(name))

  it('returns the type in lower case, without comments, also if a semicolon is missing', () => {
    expect(parseParameterisedHeader('Text/HTML (really); Charset=UTF-8').value).toBe('text/html')
    expect(parseParameterisedHeader('application/pdf name=a.pdf').value).toBe('application/pdf')
  })
})

describe('parseDate', () => {
  it.each([
    ['Tue, 5 Mar 2024 09:12:44 +0100', '2024-03-05T08:12:44.000Z'],
    ['5 Mar 24 09:12 EST', '2024-03-05T14:12:00.000Z'],
    ['Tue, 05 Mar 2024 09:12:44 GMT+0100 (CET)', '2024-03-05T08:12:44.000Z'],
    ['Tue, 5 Mar 2024 09:12:44', '2024-03-05T09:12:44.000Z'],
    ['Tue Mar  5 09:12:44 2024', '2024-03-05T09:12:44.000Z'],
    ['2024-03-05T09:12:44+01:00', '2024-03-05T08:12:44.000Z'],
    ['Fri, 21 Nov 1997 09(comment): 55 : 06 -0600', '1997-11-21T15:55:06.000Z'],
  ])('reads %j', (header, expected) => expect(parseDate(header)?.toISOString()).toBe(expected))

  it.each(['', 'yesterday', 'Tue, 5 Foo 2024 09:12:44', '0000-00-00', 'Mon, 1 Jan 99999 00:00:00'])(
    'returns null for %j',
    (header) => expect(parseDate(header)).toBeNull(),
  )
})

describe('decodeFlowed', () => {
  it('joins soft lines of the same quote depth only, and never the signature delimiter', () => {
    expect(decodeFlowed('one \ntwo\n> three \nfour\n-- \nJo', false)).toBe('one two\n> three \nfour\n-- \nJo')
  })
})

describe('safeFilename', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\jo\\a.pdf', 'a.pdf'],
    ['a\u0000b\r\n.pdf', 'ab .pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a..b...pdf', 'a.b.pdf'],
    ['Re\u0301sume\u0301.pdf', 'Résumé.pdf'],
    ['a\uff0fb.pdf', 'b.pdf'],
  ])('turns %j into %j', (name, safe) => expect(safeFilename(name)).toBe(safe))

  it.each(['', '.', '..', '/', '\u0000', '   '])('returns null for %j', (name) =>
    expect(safeFilename(name)).toBeNull(),
  )

  it('keeps the extension of a long name and never splits a character', () => {
    const name = safeFilename(`${'😀'.repeat(300)}.pdf`) ?? ''
    expect(name.endsWith('.pdf')).toBe(true)
    expect(name.length).toBeLessThanOrEqual(200)
    expect(name.isWellFormed()).toBe(true)
  })

  it('returns a safe name for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be gone
        expect(safeFilename(name) ?? 'x').not.toMatch(/[/\\\u0000-\u001f]|\.\.|^$/)
      }),
    )
  })

  it('generates a name for parts without one', () => {
    expect(generateFilename('image/png', 2)).toBe('image-2.png')
    expect(generateFilename('application/x-strange', 1)).toBe('attachment-1.bin')
  })
})

describe('parseAddresses', () => {
  it.each([
    ['Jo <Jo@X.example>', [['jo@x.example', 'Jo']]],
    [
      '"Last, First" <a@x.example>, b@x.example',
      [
        ['a@x.example', 'Last, First'],
        ['b@x.example', ''],
      ],
    ],
    [
      'Team: a@x.example, b@x.example;',
      [
        ['a@x.example', ''],
        ['b@x.example', ''],
      ],
    ],
    ['undisclosed-recipients:;', []],
    ['a@x.example (Jo)', [['a@x.example', 'Jo']]],
    ['Jo (jo@x.example)', [['', 'Jo']]],
    ['=?utf-8?Q?Jo_<jo@x.example>?=', [['jo@x.example', 'Jo']]],
    ['=?utf-8?Q?Last=2C_J=C3=B6?= <jo@x.example>', [['jo@x.example', 'Last, Jö']]],
  ])('reads %j', (header, expected) => {
    expect(parseAddresses(header).map(({ address, name }) => [address, name])).toEqual(expected)
  })
})

describe('messageIds', () => {
  it.each([
    ['<a@x> (comment) <b@x>', ['a@x', 'b@x']],
    ['<a@\r\n x>', ['a@x']],
    ['Your message of Tue <a@x>', ['a@x']],
    ['a@x b@x', ['a@x', 'b@x']],
    ['mumble', []],
    ['<no-at-sign>', ['no-at-sign']],
  ])('finds the ids in %j', (value, ids) => expect(messageIds(value)).toEqual(ids))
})
