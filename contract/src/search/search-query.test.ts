import { describe, expect, test } from 'vitest'
import { parseReferenceNumber, parseSearch, parseSearchDate, quoteValue } from './search-query.ts'
import { fold, indexOfPhrase, matchesToken, type SearchToken, stemOf, tokenise } from './search-tokens.ts'

/** A term in short form: `-` for negation, `op=value`, `"phrase"`, or the word. */
const short = (query: string) =>
  parseSearch(query).terms.map((term) => {
    const body =
      term.kind === 'operator'
        ? `${term.operator}=${term.value}`
        : term.kind === 'phrase'
          ? `"${term.text}"`
          : term.text
    return `${term.not ? 'not ' : ''}${body}`
  })

describe('parsing a query', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['refund lamp', ['refund', 'lamp']],
    ['"second charge" refund', ['"second charge"', 'refund']],
    ['-newsletter invoice', ['not newsletter', 'invoice']],
    ['-"out of office" x', ['not "out of office"', 'x']],
    ['from:ada', ['from=ada']],
    ['FROM:Ada', ['from=Ada']],
    ['from:"Ada Byron" to:billing@desk.test', ['from=Ada Byron', 'to=billing@desk.test']],
    ['-tag:vip status:"On hold"', ['not tag=vip', 'status=On hold']],
    ['subject:refund assignee:me inbox:Support', ['subject=refund', 'assignee=me', 'inbox=Support']],
    ['has:attachment before:2026-04-01 after:7d', ['has=attachment', 'before=2026-04-01', 'after=7d']],
    // Incomplete or not an operator: ordinary words.
    ['status: refund', ['refund']],
    ['ticket:4711', ['ticket:4711']],
    ['https://shop.test/a?b=c', ['https://shop.test/a?b=c']],
    ['10:30', ['10:30']],
    ['"still open', ['"still open"']],
    ['from:"Ada By', ['from=Ada By']],
    ['""', []],
    ['-', ['-']],
    ['a - b', ['a', '-', 'b']],
    ['self-made', ['self-made']],
    ['"a"b', ['"a"', 'b']],
    ['返金 from:太郎', ['返金', 'from=太郎']],
  ])('%s', (query, terms) => {
    expect(short(query)).toEqual(terms)
  })

  test('terms know their position in the query', () => {
    expect(parseSearch('one  -two').terms.map(({ at, end }) => [at, end])).toEqual([
      [0, 3],
      [5, 9],
    ])
  })

  test('any input is parsed to its end', () => {
    for (const query of [
      '"',
      '-"',
      ':',
      '::',
      '"":""',
      '-:',
      'from:',
      'from::',
      '\u0000',
      '💥"💥',
      '-'.repeat(400),
    ])
      expect(() => parseSearch(query)).not.toThrow()
  })
})

describe('problems are reported with their position', () => {
  test.each([
    ['lamp before:tomorrow', '“before:tomorrow” at character 6: use a date'],
    ['after:2026-02-30', '“after:2026-02-30” at character 1: use a date'],
    ['has:fun', 'only has:attachment'],
    ['-spam -tag:vip', 'Add something to search for'],
  ])('%s', (query, words) => {
    expect(parseSearch(query).problem?.message).toContain(words)
  })

  test('valid queries have no problem', () => {
    expect(parseSearch('lamp -spam has:attachments before:1y').problem).toBeNull()
  })
})

test('an eleventh person is rejected at its position', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `from:p${n}`).join(' ')
  expect(parseSearch(names(10)).problem).toBeNull()
  expect(parseSearch(names(11)).problem).toMatchObject({
    at: names(10).length + 1,
    message: expect.stringContaining('10 people at most'),
  })
})

describe('parsing dates', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  test.each([
    ['2026-04-01', '2026-04-01T00:00:00.000Z'],
    ['12h', '2026-03-31T00:00:00.000Z'],
    ['7d', '2026-03-24T12:00:00.000Z'],
    ['2w', '2026-03-17T12:00:00.000Z'],
    ['1y', '2025-03-31T12:00:00.000Z'],
  ])('%s', (value, instant) => {
    expect(parseSearchDate(value, now)?.toISOString()).toBe(instant)
  })
  test.each(['2026-4-1', 'yesterday', '7', '7x', '99999d', '9999y', '2026-13-01', ''])(
    'rejects %s',
    (value) => {
      expect(parseSearchDate(value, now)).toBeNull()
    },
  )
})

test('parsing conversation numbers', () => {
  expect(parseReferenceNumber(' #1042 ')).toBe('1042')
  expect(parseReferenceNumber('1042')).toBe('1042')
  expect(parseReferenceNumber('1042 lamp')).toBeNull()
  expect(parseReferenceNumber('#')).toBeNull()
})

test('values with spaces are quoted', () => {
  expect(quoteValue('Open')).toBe('Open')
  expect(quoteValue('On hold')).toBe('"On hold"')
  expect(short(`status:${quoteValue('On "hold"')}`)).toEqual(['status=On hold'])
})

describe('search tokens', () => {
  const firstToken = (text: string): SearchToken => {
    const [word] = tokenise(text)
    if (!word) throw new Error('There is no word in it')
    return word
  }

  test('fold case, accents, widths and ligatures', () => {
    expect(['ÉTÉ', 'Straße', 'Łódź', 'ＡＢＣ', 'ﬁne', 'İstanbul', 'ｶﾞ'].map(fold)).toEqual([
      ...['ete', 'strasse', 'lodz', 'abc', 'fine', 'istanbul', 'ガ'],
    ])
  })

  test('end at non-letters, and unsegmented scripts form their own tokens', () => {
    expect(
      [...tokenise('ada@byron.test, SMTPサーバーが3台')].map(({ text, start: at }) => [text, at]),
    ).toEqual([
      ['ada', 0],
      ['byron', 4],
      ['test', 10],
      ['smtp', 16],
      ['サーバーが', 20],
      ['3', 25],
      ['台', 26],
    ])
  })

  test('match words by prefix, and numbers exactly', () => {
    expect(stemOf('invoices')).toBe('invoic')
    expect(stemOf('internationally')).toBe('internat')
    expect(matchesToken(firstToken('Invoice'), firstToken('invoices'))).toBe(true)
    expect(matchesToken(firstToken('invoking'), firstToken('invoice'))).toBe(false)
    expect(matchesToken(firstToken('then'), firstToken('the'))).toBe(false)
    expect(matchesToken(firstToken('20260417881'), firstToken('20260417882'))).toBe(false)
    expect(matchesToken(firstToken('注文した商品'), firstToken('商品'))).toBe(true)
  })

  test('match a phrase as consecutive tokens', () => {
    const words = (text: string) => [...tokenise(text)]
    expect(indexOfPhrase(words('the copper kettle'), words('Copper, kettle!'))).toBe(1)
    expect(indexOfPhrase(words('copper and kettle'), words('copper kettle'))).toBe(-1)
    expect(indexOfPhrase(words('コピー機が壊れた'), words('機が壊'))).toBe(0)
    expect(indexOfPhrase([], [])).toBe(-1)
  })
})
