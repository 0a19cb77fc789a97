import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { cpuTime_ms } from '../testing/cpu-time.ts'
import { sanitiseHtml } from './sanitise-html.ts'

const options = {
  cid: (id: string) => (id === 'logo@mail' ? '/uploads/1' : null),
  remote: (url: string) => (url.includes('blocked') ? null : `/proxy?url=${encodeURIComponent(url)}`),
}
const clean = (html: string) => sanitiseHtml(html, options).html

describe('links', () => {
  it('open in a new tab without sending a referrer', () => {
    expect(clean('<a href="https://a.example/?x=1&amp;y=2">a</a>')).toBe(
      '<a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    )
  })

  it.each([
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+49301234', 'tel:+49301234'],
    [' \u0001https://a.example', 'https://a.example'],
    ['ht\ntps://a.example', 'https://a.example'],
    ['//a.example/x', 'https://a.example/x'],
    ['www.a.example', 'http://www.a.example'],
  ])('keep the URL %j', (href, expected) => {
    expect(clean(`<a href="${href}">a</a>`)).toContain(`href="${expected}"`)
  })

  it.each([
    ...[
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:x',
      'data:text/html,x',
      'vbscript:x',
    ],
    ...['file:///etc/passwd', 'blob:https://a.example/1', '/account', '#top', '?x', '\\\\host\\share', ''],
  ])('drop the URL %j', (href) => {
    expect(clean(`<a href="${href}">a</a>`)).toBe('<a>a</a>')
  })
})

describe('images', () => {
  it('attached to the mail load from our own server', () => {
    expect(clean('<img src="cid:logo%40mail" alt="Logo">')).toBe('<img alt="Logo" src="/uploads/1" />')
    expect(clean('<img src="cid:other" alt="Logo">')).toBe('<img alt="Logo" />')
  })

  it('from remote servers are blocked until requested', () => {
    const { html, remote_images } = sanitiseHtml(
      '<img src="https://a.example/x.png"><img srcset="//a.example/y.png 2x"><img src="https://blocked.example/z">',
      options,
    )
    expect(html).toBe(
      '<img data-parley-src="/proxy?url=https%3A%2F%2Fa.example%2Fx.png" />' +
        '<img data-parley-src="/proxy?url=https%3A%2F%2Fa.example%2Fy.png" /><img />',
    )
    expect(remote_images).toBe(3)
  })

  it('in backgrounds are blocked until requested too', () => {
    const { html, remote_images, complex } = sanitiseHtml(
      '<table background="https://a.example/x"><tr><td style="color:red;background:#fff url(\'https://a.example/y\') no-repeat">t</td></tr></table>',
      options,
    )
    expect(html).toContain('<table data-parley-background="/proxy?url=https%3A%2F%2Fa.example%2Fx">')
    expect(html).toContain('style="color:red;background:#fff no-repeat"')
    expect(html).not.toContain('url(')
    expect({ remote_images, complex }).toEqual({ remote_images: 2, complex: true })
  })

  it('of one pixel are counted, and removed on request', () => {
    const html =
      '<p>Hi<img src="https://a.example/t" width="1" height="1"><img src="https://a.example/u" style="display:none"></p>'
    expect(sanitiseHtml(html, options)).toMatchObject({ remote_images: 2, tracking_pixels: 2 })
    expect(sanitiseHtml(html, { ...options, drop_tracking_pixels: true })).toMatchObject({
      html: '<p>Hi</p>',
      tracking_pixels: 2,
    })
  })

  it('in data URLs must be raster images', () => {
    expect(clean('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA" />')
    expect(clean('<img src="data:image/svg+xml,<svg/>">')).toBe('<img />')
  })
})

describe('styles', () => {
  const style = (css: string) => /style="([^"]*)"/.exec(clean(`<p style="${css}">t</p>`))?.[1] ?? ''

  it('keep harmless properties', () => {
    expect(style('color:#333; font-family: Arial, sans-serif; margin:0 8px; width:calc(100% - 2px)')).toBe(
      'color:#333;font-family:Arial, sans-serif;margin:0 8px;width:calc(100% - 2px)',
    )
  })

  it.each([
    ...[
      'position:fixed',
      'p\\6fsition:fixed',
      'pos/**/ition:fixed',
      'POSITION : absolute',
      'z-index:9',
      'top:0',
    ],
    ...[
      'width:expression(alert(1))',
      'behavior:url(x)',
      '-moz-binding:url(x)',
      'background:url(javascript:x)',
    ],
    ...[
      'background-image:image-set(x)',
      'content:attr(x)',
      'margin-left:-100px',
      'text-indent:-9999px',
      'display:fixed',
    ],
    ...[
      'color:red}p{position:fixed',
      'color:rgb(1',
      "font-family:'a",
      'transform:scale(9)',
      'color:var(--x)',
      'color',
    ],
  ])('drop %j', (css) => {
    expect(style(css)).toBe('')
  })

  it('from simple style sheet rules are inlined into the elements, lowest specificity first', () => {
    const html =
      '<style>/* x */ p{margin:0} .a,p.b{color:red} p.b:hover{color:blue} @media print{p{color:green}} td.a{width:1px}</style>' +
      '<p class="a b" style="color:black">t</p>'
    expect(clean(html)).toBe('<p style="margin:0;color:red;color:red;color:black">t</p>')
  })

  it.each([
    ['a rule after a statement', '@charset "utf-8"; p{color:red}', 'color:red'],
    ['a rule that ends with the style sheet', 'p{color:red', 'color:red'],
    ['a rule without the semicolons in brackets', 'p{width:[;color:green;];color:red}', 'color:red'],
    ['no rule of a selector in a function', ':is(a, p, b){color:red}', ''],
    ['no function name joined by a comment', 'p{color:exp/**/ression(1)}', ''],
    ['no separators from an escaped name', 'p{color:red\\3b position\\3a fixed}', ''],
    ['no string that ends early', `p{font-family:"a\\22 b"}`, ''],
    ['no comment left by a URL', 'p{background:red/url(x)*;color:blue}', 'background:red/ *;color:blue'],
  ])('from a style sheet keep %s', (_, css, expected) => {
    const style = /style="([^"]*)"/.exec(clean(`<style>${css}</style><p>t</p>`))?.[1] ?? ''
    expect(style).toBe(expected)
  })

  it('in conditional comments for Outlook are ignored', () => {
    expect(clean('<!--[if mso]><style>p{color:red}</style><![endif]--><p>t</p>')).toBe('<p>t</p>')
  })
})

describe('complex layouts', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', false],
    ['<table><tr><td>1</td><td>2</td></tr></table>', false],
    ['<table width="600"><tr><td>1</td></tr></table>', true],
    ['<div style="max-width:640px">1</div>', true],
    ['<body bgcolor="#eee"><p>1</p></body>', true],
    ['<style>@media (max-width:600px){p{color:red}}</style><p>1</p>', true],
  ])('%s is complex: %s', (html, complex) => {
    expect(sanitiseHtml(html, options).complex).toBe(complex)
  })
})

describe('removed content', () => {
  it('includes our own attributes, and names and classes of the mail', () => {
    expect(clean('<p id="x" name="y" class="z" data-parley-mark="quote" data-parley-src="/x">t</p>')).toBe(
      '<p>t</p>',
    )
  })

  it('includes scripts, frames and forms, but keeps the text of forms', () => {
    expect(clean('<script>1</script><iframe src="x">2</iframe><form><button>3</button><p>4</p></form>')).toBe(
      '3<p>4</p>',
    )
  })

  it('includes U+0000, which PostgreSQL rejects', () => {
    expect(clean('<p>a\0b</p>')).not.toContain('\0')
  })
})

describe('oversized or hostile mail', () => {
  it('is returned as text if it is nested too deeply', () => {
    expect(clean(`${'<div>'.repeat(100_000)}still &lt;here>`)).toContain('still')
  })

  it('keeps its text below the depth that browsers build', () => {
    const html = clean(`${'<b>'.repeat(1_000)}deep${'</b>'.repeat(1_000)}`)
    expect(html).toContain('deep')
    expect(html.split('<b>').length).toBeLessThan(300)
  })

  it('is returned as text if it is too long', () => {
    expect(clean(`<p>start ${'x '.repeat(4_500_000)}</p>`)).toMatch(
      /^<div style="white-space:pre-wrap">start x/,
    )
  })

  it('is returned as text if it has too many elements', () => {
    expect(clean('<br>'.repeat(300_000).concat('end'))).toContain('end</div>')
  })

  it.each([
    '<title>never closed <p>all there is',
    '<noscript>all there is</noscript>',
    '<textarea>all there is</textarea>',
    '<svg><text>all there is</text></svg>',
  ])('is returned as text if sanitising leaves nothing else: %s', (html) => {
    expect(clean(html)).toContain('all there is')
    expect(clean(html)).not.toMatch(/<(?!\/?div)/)
  })

  it('stays empty if it contains only a script', () => {
    expect(clean('<script>alert(1)</script><style>p{}</style>')).toBe('')
  })

  it('takes at most ten times as long as parsing, for 2 MB of newsletter', () => {
    const row =
      '<tr><td class="lead" style="color:#333333;font-family:Arial, sans-serif;padding:10px 20px" align="left">News for you ' +
      '<a href="https://a.example/c?x=1&amp;y=2" style="color:blue">here</a><img src="https://a.example/z.png"></td></tr>\n'
    const html = `<style>.lead{margin:0}</style><table width="600">${row.repeat(2_000_000 / row.length)}</table>`
    // Both in the same rounds, so that a slow or busy machine affects both.
    const rounds = [1, 2, 3, 4, 5].map(() => ({
      parsing: cpuTime_ms(() => parseDocument(html)),
      cleaning: cpuTime_ms(() => clean(html)),
    }))
    const best = (key: 'parsing' | 'cleaning') => Math.min(...rounds.map((round) => round[key]))
    expect(best('cleaning')).toBeLessThan(10 * best('parsing'))
  })

  it.each([
    ...[
      '<',
      '&',
      '<!--',
      '<style>',
      '<p style="',
      'url(',
      '\\',
      '/*',
      '<a ',
      '<table>',
      '<title>',
      ']]>',
      '<svg>',
    ],
  ])('takes linear time for many repetitions of %j', (piece) => {
    const cleaning = cpuTime_ms(() => {
      clean(`<p>x</p>${piece.repeat(400_000)}`)
      clean(`<p style="background:${piece.repeat(200_000)}">x</p>`)
      clean(`<style>${piece.repeat(200_000)}</style><p>x</p>`)
    })
    expect(cleaning).toBeLessThan(3_000)
  })
})
