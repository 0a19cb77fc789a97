import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml, textNodes } from '../html/dom.ts'
import { sanitiseHtml } from '../sanitise/sanitise-html.ts'
import { foldQuotes, foldText } from './fold-quotes.ts'

const textOf = (html: string) =>
  textNodes(parseHtml(html))
    .map((node) => node.data)
    .join('')
const clean = (html: string) => sanitiseHtml(html, { cid: () => null, remote: () => null }).html

describe('foldQuotes', () => {
  it('folds the attribution with its quote, also after the sanitiser removed class names', () => {
    const html =
      '<div>Hi</div><div class="gmail_quote"><div class="gmail_attr">Kāds rakstīja</div><blockquote>old</blockquote></div>'
    const folded = foldQuotes(clean(html))
    expect(folded.folded).toBe(true)
    expect(folded.html).toMatch(/^<div>Hi<\/div><div data-parley-fold="quote"><div><div [^>]*>Kāds rakstīja/)
  })

  it('folds a signature separately from the quote below it', () => {
    const { html } = foldQuotes(
      '<p>Hi</p><p>-- <br>Mira</p><p>On 4 Mar 2025 at 09:12, A &lt;a@b.example&gt; wrote:</p><p>old</p>',
    )
    expect(html.match(/data-parley-fold="\w+"/g)).toEqual([
      'data-parley-fold="signature"',
      'data-parley-fold="quote"',
    ])
  })

  it('folds the rule above a header block with it', () => {
    const { html } = foldQuotes(
      '<p>Hi</p><hr><p>From: A &lt;a@b.example&gt;<br>Sent: today<br>Subject: x</p><p>old</p>',
    )
    expect(html).toMatch(/^<p>Hi<\/p><div data-parley-fold="quote"><hr><p>From/)
  })

  it('leaves HTML without history unchanged', () => {
    const html = '<P>Hi &nbsp; <br>you</P>'
    expect(foldQuotes(html)).toEqual({ html, folded: false })
  })

  it('splits text in <pre> where the quote starts, and stays valid HTML', () => {
    const { html } = foldQuotes(
      '<pre>Yes\n\nOn 4 Mar 2025 at 09:12, A &lt;a@b.example&gt; wrote:\n&gt; Well?\n</pre>',
    )
    expect(html).toBe(
      '<pre>Yes\n\n<span data-parley-fold="quote">On 4 Mar 2025 at 09:12, A &lt;a@b.example&gt; wrote:\n&gt; Well?\n</span></pre>',
    )
  })

  it('folds inside cells and list items, never between rows', () => {
    const { html } = foldQuotes(
      '<table><tbody><tr><td>Hi</td></tr><tr><td>On 4 Mar 2025 at 09:12, A &lt;a@b.example&gt; wrote:</td></tr><tr><td>old</td></tr></tbody></table>',
    )
    expect(html).toContain('<td><div data-parley-fold="quote">On 4 Mar')
    expect(html).not.toMatch(/<(?:table|tbody|tr)[^>]*><div/)
  })

  it('leaves mail unfolded if it is nested too deeply', () => {
    const html = `<p>Hi</p>${'<blockquote>'.repeat(600)}old${'</blockquote>'.repeat(600)}`
    expect(foldQuotes(html)).toEqual({ html, folded: false })
  })

  it('keeps whitespace after the last line of preformatted text', () => {
    const html = '<pre><div><div>Hello</div></div>\n&gt; quoted\n </pre>'
    expect(textOf(foldQuotes(html).html)).toBe('Hello\n> quoted\n ')
  })

  it('keeps all characters in order', () => {
    const inline = fc.constantFrom(
      ...[
        'Hello',
        'On 4 Mar 2025 at 09:12, A &lt;a@b.example&gt; wrote:',
        '-- ',
        '&gt; quoted',
        'Sent from my iPhone',
        ' ',
      ],
      ...[
        'From: A &lt;a@b.example&gt;',
        'Sent: today',
        'Subject: x',
        '<br>',
        '<hr>',
        '<img src="/x">',
        '&amp;amp;',
      ],
    )
    const { block } = fc.letrec<{ block: string }>((tie) => ({
      block: fc.oneof(
        { maxDepth: 5 },
        inline,
        fc
          .tuple(
            fc.constantFrom(
              'div',
              'p',
              'blockquote',
              'pre',
              'span',
              'b',
              'ul',
              'li',
              'table',
              'tr',
              'td',
              'a',
            ),
            fc.array(tie('block'), { maxLength: 4 }),
          )
          .map(([tag, inner]) => `<${tag}>${inner.join('\n')}</${tag}>`),
      ),
    }))
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
        const html = clean(blocks.join(''))
        expect(textOf(foldQuotes(html).html)).toBe(textOf(html))
      }),
      { numRuns: 400 },
    )
  })
})

describe('foldText', () => {
  it('returns the segments in order', () => {
    const text = 'Yes.\r\n\r\n-- \r\nMira\r\n\r\n> Well?\r\n'
    expect(foldText(text).segments).toEqual([
      { kind: 'visible', text: 'Yes.\r\n\r\n' },
      { kind: 'signature', text: '-- \r\nMira\r\n\r\n' },
      { kind: 'quote', text: '> Well?\r\n' },
    ])
  })

  it('splits a line that contains both the reply and the attribution', () => {
    const { segments } = foldText('Yes. On Tue, 4 Mar 2025 at 09:12, a@b.example wrote:\n> Well?')
    expect(segments.map(({ kind }) => kind)).toEqual(['visible', 'quote'])
    expect(segments[0]?.text.trim()).toBe('Yes.')
  })

  it('segments join to the original text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('> q', '-- ', 'On 4 Mar 2025 at 09:12, a@b.example wrote:', '\r'),
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const text = lines.join(end)
        expect(
          foldText(text)
            .segments.map((segment) => segment.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
