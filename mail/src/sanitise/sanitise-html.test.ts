import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { sanitiseHtml } from './sanitise-html.ts'

const options = {
  cid: (id: string) => (id === 'logo@mail' ? '/uploads/1' : null),
  remote: (url: string) => (url.includes('blocked') ? null : `/proxy?url=${encodeURIComponent(url)}`),
}
const clean = (html: string) => sanitiseHtml(html, options).html

/** Processor time of all threads, the garbage collector's included. */
function cpuTime_ms(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('links', () => {
  it('open elsewhere and tell the site nothing about us', () => {
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
  ])('keep their address: %j', (href, kept) => {
    expect(clean(`<a href="${href}">a</a>`)).toContain(`href="${kept}"`)
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
  ])('lose any other address: %j', (href) => {
    expect(clean(`<a href="${href}">a</a>`)).toBe('<a>a</a>')
  })
})

describe('images', () => {
  it('of the mail itself come from where the server keeps them', () => {
    expect(clean('<img src="cid:logo%40mail" alt="Logo">')).toBe('<img alt="Logo" src="/uploads/1" />')
    expect(clean('<img src="cid:other" alt="Logo">')).toBe('<img alt="Logo" />')
  })

  it('from elsewhere wait until they are asked for', () => {
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

  it('behind a table or a style wait as well', () => {
    const { html, remote_images, complex } = sanitiseHtml(
      '<table background="https://a.example/x"><tr><td style="color:red;background:#fff url(\'https://a.example/y\') no-repeat">t</td></tr></table>',
      options,
    )
    expect(html).toContain('<table data-parley-background="/proxy?url=https%3A%2F%2Fa.example%2Fx">')
    expect(html).toContain('style="color:red;background:#fff no-repeat"')
    expect(html).not.toContain('url(')
    expect({ remote_images, complex }).toEqual({ remote_images: 2, complex: true })
  })

  it('of one pixel are counted, and dropped when asked for', () => {
    const html =
      '<p>Hi<img src="https://a.example/t" width="1" height="1"><img src="https://a.example/u" style="display:none"></p>'
    expect(sanitiseHtml(html, options)).toMatchObject({ remote_images: 2, tracking_pixels: 2 })
    expect(sanitiseHtml(html, { ...options, drop_tracking_pixels: true })).toMatchObject({
      html: '<p>Hi</p>',
      tracking_pixels: 2,
    })
  })

  it('written into the address are raster images only', () => {
    expect(clean('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA" />')
    expect(clean('<img src="data:image/svg+xml,<svg/>">')).toBe('<img />')
  })
})

describe('styles', () => {
  const style = (css: string) => /style="([^"]*)"/.exec(clean(`<p style="${css}">t</p>`))?.[1] ?? ''

  it('keep what changes the look', () => {
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
  ])('lose %j', (css) => {
    expect(style(css)).toBe('')
  })

  it('of simple rules in a style sheet are written into the elements, weakest first', () => {
    const html =
      '<style>/* x */ p{margin:0} .a,p.b{color:red} p.b:hover{color:blue} @media print{p{color:green}} td.a{width:1px}</style>' +
      '<p class="a b" style="color:black">t</p>'
    expect(clean(html)).toBe('<p style="margin:0;color:red;color:red;color:black">t</p>')
  })

  it('for Outlook only, in conditional comments, are left out', () => {
    expect(clean('<!--[if mso]><style>p{color:red}</style><![endif]--><p>t</p>')).toBe('<p>t</p>')
  })
})

describe('the choice of frame', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', false],
    ['<table><tr><td>1</td><td>2</td></tr></table>', false],
    ['<table width="600"><tr><td>1</td></tr></table>', true],
    ['<div style="max-width:640px">1</div>', true],
    ['<body bgcolor="#eee"><p>1</p></body>', true],
    ['<style>@media (max-width:600px){p{color:red}}</style><p>1</p>', true],
  ])('for %s is complex: %s', (html, complex) => {
    expect(sanitiseHtml(html, options).complex).toBe(complex)
  })
})

describe('what is dropped', () => {
  it('are our own attributes, names and classes in foreign mail', () => {
    expect(clean('<p id="x" name="y" class="z" data-parley-mark="quote" data-parley-src="/x">t</p>')).toBe(
      '<p>t</p>',
    )
  })

  it('are scripts, frames and forms; the text of forms stays', () => {
    expect(clean('<script>1</script><iframe src="x">2</iframe><form><button>3</button><p>4</p></form>')).toBe(
      '3<p>4</p>',
    )
  })

  it('is U+0000, which PostgreSQL refuses', () => {
    expect(clean('<p>a\0b</p>')).not.toContain('\0')
  })
})

describe('mail that is too much', () => {
  it('comes back as its text when it is nested without end', () => {
    expect(clean(`${'<div>'.repeat(100_000)}still &lt;here>`)).toContain('still')
  })

  it('keeps its text below the depth that browsers build', () => {
    const html = clean(`${'<b>'.repeat(1_000)}deep${'</b>'.repeat(1_000)}`)
    expect(html).toContain('deep')
    expect(html.split('<b>').length).toBeLessThan(300)
  })

  it('comes back as its text when it is longer than anybody reads', () => {
    expect(clean(`<p>start ${'x '.repeat(4_500_000)}</p>`)).toMatch(
      /^<div style="white-space:pre-wrap">start x/,
    )
  })

  it('comes back as its text when it has more elements than a page', () => {
    expect(clean('<br>'.repeat(300_000).concat('end'))).toContain('end</div>')
  })

  it.each([
    '<title>never closed <p>all there is',
    '<noscript>all there is</noscript>',
    '<textarea>all there is</textarea>',
    '<svg><text>all there is</text></svg>',
  ])('comes back as its text when nothing else is left: %s', (html) => {
    expect(clean(html)).toContain('all there is')
    expect(clean(html)).not.toMatch(/<(?!\/?div)/)
  })

  it('stays empty when it holds a program only', () => {
    expect(clean('<script>alert(1)</script><style>p{}</style>')).toBe('')
  })

  it('takes at most ten times as long as parsing, for 2 MB of newsletter', () => {
    const row =
      '<tr><td class="lead" style="color:#333333;font-family:Arial, sans-serif;padding:10px 20px" align="left">News for you ' +
      '<a href="https://a.example/c?x=1&amp;y=2" style="color:blue">here</a><img src="https://a.example/z.png"></td></tr>\n'
    const html = `<style>.lead{margin:0}</style><table width="600">${row.repeat(2_000_000 / row.length)}</table>`
    // Both in the same rounds, so that a slow or busy machine slows both.
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
  ])('takes linear time for %j again and again', (piece) => {
    const cleaning = cpuTime_ms(() => {
      clean(`<p>x</p>${piece.repeat(400_000)}`)
      clean(`<p style="background:${piece.repeat(200_000)}">x</p>`)
      clean(`<style>${piece.repeat(200_000)}</style><p>x</p>`)
    })
    expect(cleaning).toBeLessThan(3_000)
  })
})
