import { foldQuotes } from '@parley/mail/quotes/fold-quotes'
import { sanitiseAuthored } from '@parley/mail/sanitise/sanitise-authored'
import { sanitiseHtml } from '@parley/mail/sanitise/sanitise-html'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findViolations, parseFragment, serialise } from './xss-rules.ts'

const sets = ['core', 'email']
const violations = (html: string) => findViolations(parseFragment(html), sets)

describe('XSS rules', () => {
  it.each([
    ...[
      '<script>1</script>',
      '<img src=x onerror=1>',
      '<a href=" java\nscript:1">a</a>',
      '<base href=/x>',
      '<input>',
    ],
    ...[
      '<img src="data:image/svg+xml,x">',
      '<p style="position:/**/fixed">',
      '<p style="width:e\\78pression(1)">',
    ],
    ...[
      '<a href="data:image/png;base64,AA">a</a>',
      '<img srcset="/a 1x, javascript:1 2x">',
      '<svg><style>@import x',
    ],
  ])('reject %s', (html) => {
    expect(violations(html)).not.toEqual([])
  })

  it.each([
    '<p title="javascript:1">javascript:1</p>',
    '<img src="data:image/png;base64,AA">',
    '<b style="color:red">b</b>',
  ])('accept %s', (html) => {
    expect(violations(html)).toEqual([])
  })
})

describe('sanitised HTML', () => {
  const piece = fc.constantFrom(
    ...[
      '<svg>',
      '</svg>',
      '<math>',
      '<mtext>',
      '<mglyph>',
      '<annotation-xml encoding="text/html">',
      '<foreignObject>',
    ],
    ...[
      '<style>',
      '</style>',
      '<title>',
      '</title>',
      '<textarea>',
      '</textarea>',
      '<noscript>',
      '</noscript>',
      '<xmp>',
    ],
    ...[
      '<template>',
      '</template>',
      '<select>',
      '</select>',
      '<table>',
      '</table>',
      '<tr>',
      '<td>',
      '<caption>',
      '<form>',
    ],
    ...[
      '<p>',
      '</p>',
      '<a href="javascript:alert(1)">',
      '</a>',
      '<b>',
      '</b>',
      '<div style="position:fixed">',
      '</div>',
    ],
    ...[
      '<!--',
      '-->',
      '<!-->',
      '--!>',
      '<![CDATA[',
      ']]>',
      '<?xml ',
      '<!doctype ',
      '<plaintext>',
      '<iframe>',
      '</iframe>',
    ],
    ...[
      '<img src=x onerror=alert(1)>',
      '<img title="',
      '" onerror="alert(1)',
      "'",
      '"',
      '`',
      '>',
      '<',
      '/',
      '&lt;',
      '&gt;',
    ],
    ...[
      '&quot;',
      '&#0;',
      '\0',
      '&Tab;',
      '&NewLine;',
      '\\',
      'style=',
      'href=',
      'javascript:',
      'url(',
      'x',
      ' ',
      '\n',
    ],
  )

  it('breaks no rule for any combination of hostile pieces, also after re-parsing', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join('')
        const clean = sanitiseHtml(source, {
          cid: () => null,
          remote: (url) => `/proxy?${encodeURIComponent(url)}`,
        }).html
        for (const html of [
          clean,
          foldQuotes(clean).html,
          sanitiseAuthored(source, { resolveImage: (address) => address }),
        ]) {
          expect(violations(html)).toEqual([])
          expect(violations(serialise(parseFragment(html)))).toEqual([])
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
