import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime_ms } from '../testing/cpu-time.ts'
import { htmlToText, previewText } from './html-to-text.ts'

describe('htmlToText', () => {
  it('keeps paragraphs, line breaks, links, lists, tables and quotes readable', () => {
    const html = `<h1>News</h1><p>Hello&nbsp;you,<br>see <a href="https://a.example/x">the page</a> or
      <a href="https://a.example/">a.example</a>.</p><ol start="3"><li>three<li>four<ul><li>inner</ul></ol>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>20</td></tr></table>
      <blockquote><p>quoted</p><p>twice</p></blockquote><pre>  code\n    more</pre>end`
    expect(htmlToText(html)).toBe(
      [
        ...['News', '', 'Hello you,', 'see the page (https://a.example/x) or a.example.', ''],
        ...['3. three', '4. four', '  - inner', '', 'Item | Price', 'Lamp | 20', ''],
        ...['> quoted', '>', '> twice', '', '  code', '    more', '', 'end'],
      ].join('\n'),
    )
  })

  it('keeps a row on one line when editors wrap each cell in a paragraph', () => {
    const row = (...cells: string[]) =>
      `<tr>${cells.map((cell) => `<td> <p>${cell}</p> </td>`).join('')}</tr>`
    expect(
      htmlToText(
        `<p>Prices</p><table><tbody>${row('Lamp', '20')}${row('Table', '140')}</tbody></table><p>Bye</p>`,
      ),
    ).toBe('Prices\n\nLamp | 20\nTable | 140\n\nBye')
    expect(htmlToText(`<table>${row('One')}${row('Two')}</table>`)).toBe('One\n\nTwo')
    expect(htmlToText('<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>')).toBe('a\n\nb\n\nc')
  })

  it('omits invisible content', () => {
    expect(htmlToText('<title>t</title><style>s</style><script>s</script><p>seen<!-- c --></p>')).toBe('seen')
  })

  it('reads emoji images', () => {
    expect(htmlToText('<p>Hi <img src="x" alt="😀"><img src="y" alt="Logo of ACME"></p>')).toBe('Hi 😀')
  })

  it('never throws and never returns U+0000', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('<p>', '</li>', '<ol>', '<a href=x>', '</a>', '<td>', '<pre>', '\0', '&#0;', 'x'),
        ),
        (parts) => {
          expect(htmlToText(parts.join(''))).not.toContain('\0')
        },
      ),
    )
  })
})

it('keeps line breaks of text marked as preformatted by its style', () => {
  const mail = '<div style="white-space:pre-wrap">Hello,\n\nthe lamp is dark.\n\nAda</div>'
  expect(htmlToText(`<p>Answer</p><blockquote>${mail}</blockquote><p>after\nit</p>`)).toBe(
    'Answer\n\n> Hello,\n>\n> the lamp is dark.\n>\n> Ada\n\nafter it',
  )
  expect(htmlToText('<p style="white-space:nowrap">one\nline</p>')).toBe('one line')
})

it('takes linear time for a line of thousands of links or cells', () => {
  for (const piece of ['<a href="https://x.y/z">x</a>', '<td>cell</td>'])
    expect(cpuTime_ms(() => htmlToText(piece.repeat(40_000)))).toBeLessThan(3_000)
})

it('breaks a line only when it is extremely long', () => {
  const cells = htmlToText(`<table><tr>${'<td>cell</td>'.repeat(2_000)}</tr></table>`).split('\n')
  expect(cells).toHaveLength(2)
  expect(cells[0]?.length).toBeGreaterThan(10_000)
  expect(htmlToText(`<p>${'word '.repeat(4_000)}</p>`).split('\n')).toHaveLength(1)
})

describe('the preview', () => {
  it('is a single line without padding', () => {
    expect(previewText(' Hello\n\n\u200b\u034f \u00ad you\0 ')).toBe('Hello you')
  })

  it('has at most 200 characters and never splits one', () => {
    const preview = previewText('😀'.repeat(300))
    expect([...preview]).toHaveLength(200)
    expect(preview.isWellFormed()).toBe(true)
    expect(previewText(`${'x'.repeat(1_999)}😀`).isWellFormed()).toBe(true)
  })

  it('is empty for an empty text', () => {
    expect(previewText('')).toBe('')
  })
})
